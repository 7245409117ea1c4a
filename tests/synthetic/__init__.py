"""Boards that no program ever drew, with their truth: `draw(spec)` gives the picture, `spec_of(seed)` a random one.

>>> pixels, truth = draw(spec_of(7))
>>> pixels.shape[2], len(truth.board) == truth.grid.rows
(3, True)
"""

from tests.synthetic.board import Truth, draw, empty
from tests.synthetic.spec import APART, TUNED, Damage, Part, Spec, spec_of

__all__ = ["APART", "TUNED", "Damage", "Part", "Spec", "Truth", "draw", "empty", "spec_of"]
