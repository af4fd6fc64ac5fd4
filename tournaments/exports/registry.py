"""Every file the site gives out, by name and kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tournaments.models import Tournament


@dataclass(frozen=True)
class ExportedFile:
    """A finished file. `inline` files are shown by the browser, others are saved."""

    content: bytes
    content_type: str
    inline: bool = False


Export = Callable[[Tournament], ExportedFile]

EXPORTS: dict[tuple[str, str], Export] = {}
"""(name, kind) → what makes the file. Public: none of them may hold a secret."""
