"""Eyes: where a board lies in a picture and what its cells hold.

Importing this package settles how cv2 and BLAS work here: in one thread, because more only get in each other's way on
arrays this small, and with a bound on the size of pictures, which cv2 reads when it is first imported.
"""

import os

os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "64000000")

import cv2
import numpy as np  # noqa: F401  (loads the BLAS that is limited below)
from threadpoolctl import threadpool_limits

cv2.setNumThreads(1)
threadpool_limits(1, user_api="blas")
