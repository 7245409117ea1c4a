"""How the kernels of Panel de Pon write a board: every panel is a word, all that is not a panel has its place.

A board is an array of words, six a row from the bottom, row 0 being the floor or the incoming row; a word holds all
that `panels.Panel` does. At rest a word is nothing but its colour. What belongs to the whole stack is in `meta`, at the
places named below; `times` holds the fields of `timing.Times` in their order.
"""

NORMAL, SWAPPING, MATCHED, POPPING, POPPED, HOVERING, FALLING, LANDING, DIMMED = range(9)
GREY = 9

COLOUR = 15
PHASE_AT, TIMER_AT = 4, 8
PHASE = 15 << PHASE_AT
TIMER = 0x7FF << TIMER_AT
CHANGED, CHAINING, PASSES, PULLS, ONCE, HELD, WILL_HOVER, GARBAGE, FRESH, KNOWN = (1 << (19 + n) for n in range(10))
INDEX_AT, SIZE_AT = 29, 36
X_AT, Y_AT, WIDTH_AT, HEIGHT_AT, NUMBER_AT = 29, 32, 37, 40, 45
INDEX, SIZE = 127 << INDEX_AT, 127 << SIZE_AT
BRICK = ((1 << 24) - 1) << 29
MARKED, TOUCHED = 1 << 53, 1 << 54
"""Only inside a frame: part of a match, of garbage that it touches. `Y` is counted from -1."""

FLAGS = CHANGED | PASSES | ONCE | HELD | WILL_HOVER
CALM = ~(PHASE | FLAGS | INDEX | SIZE)
RESTLESS = PHASE | CHANGED | CHAINING | PASSES | PULLS | GARBAGE
"""What a phase leaves alone when it ends; what a panel that does nothing has none of."""

(
    CLOCK, QUEUED, CHAIN, SCORE, CLEARED, STOP, PRE_STOP, SHAKE, PEAK, ACTIVE, WAS_ACTIVE, DISPLACEMENT, SPEED,
    RISE_TIMER, TO_SPEEDUP, HEALTH, MAX_HEALTH, LOCKED, LIFTING, LIFTING_BEGUN, LIFT_REFUSED, LIFTED, FED, GREYED,
    BRICKS, OVER, RISING, ONE_PAIR, HEIGHT, CHANGES, CHAINERS, EVENT_SIZE, EVENT_CHAIN, EVENT_GARBAGE,
) = range(34)  # fmt: skip
META = 34
"""QUEUED is the place of the left panel or -1; HEIGHT the rows in use with row 0; CHANGES and CHAINERS say whether
any panel may have changed, or is chaining."""

HOVER, FLASH, FACE, POP, GARBAGE_HOVER, STOP_COMBO, STOP_CHAIN, STOP_DANGER = range(8)
LAST = 12 * 6 + 6
"""One past the last cell on the screen."""
