"""The two ways a CSV file is written. Lines end in CRLF in both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Dialect:
    """How a CSV file is written: what parts the cells, and the encoding's Python name."""

    delimiter: str
    encoding: str


PLAIN: Final = Dialect(",", "utf-8")
EXCEL: Final = Dialect(";", "utf-8-sig")
"""What a Finnish Excel opens by a double click: semicolons after a byte order mark."""

DIALECTS: Final = {"plain": PLAIN, "excel": EXCEL}
"""The dialects by the names that addresses give them."""
