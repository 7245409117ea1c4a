"""Eyes, hands and the loop between them.

Importing this package settles two things before NumPy and pydantic are loaded: one thread for linear algebra, because
on arrays this small more only get in each other's way and take long to start, and no search for plug-ins that no layout
needs.
"""

import os

__version__ = "0.1.0"

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
