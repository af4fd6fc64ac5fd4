"""When a pair is too late.

late for the announced start                                           R18  MINUTES_OF_GRACE
"""

MINUTES_OF_GRACE = 15
"""A pair that comes later than this forfeits, unless the jury decides otherwise (R18)."""
