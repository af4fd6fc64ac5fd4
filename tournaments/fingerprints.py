"""What a page was made from, in short, so that a write can tell that it is still so."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def fingerprint_of_lines(told: Iterable[str]) -> str:
    """Sixteen hexadecimal digits that are others once any of these lines is."""
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]
