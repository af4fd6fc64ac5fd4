"""The type of printed pages: DejaVu Sans Condensed, embedded.

The built-in fonts of PDF lack ŋ č đ š ŧ ž, so nothing may be set in them.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Paragraph

from tournaments.exports.text import printable
from tournaments.queries.pairs import PairView

REGULAR = "DejaVuSansCondensed"
BOLD = "DejaVuSansCondensed-Bold"

_FONTS = Path(__file__).parent.parent / "fonts"
_ALIGNMENTS = {"left": TA_LEFT, "center": TA_CENTER, "right": TA_RIGHT}


@cache
def load_fonts() -> None:
    """Makes both fonts known to reportlab; doing it again costs nothing."""
    for name in (REGULAR, BOLD):
        pdfmetrics.registerFont(TTFont(name, _FONTS / f"{name}.ttf"))


@cache
def style(
    size: float, *, bold: bool = False, align: str = "left", lead: float = 1.22
) -> ParagraphStyle:
    """Type of `size` points, lines `lead` sizes apart; words too long for a line are broken."""
    load_fonts()
    font = BOLD if bold else REGULAR
    return ParagraphStyle(
        f"{font} {size} {align}",
        fontName=font,
        fontSize=size,
        leading=size * lead,
        alignment=_ALIGNMENTS[align],
        splitLongWords=1,
    )


def paragraph(*lines: str, style: ParagraphStyle) -> Paragraph:
    """Plain text, whatever it holds, each of `lines` beginning a new line."""
    return Paragraph("<br/>".join(escape(printable(line)) for line in lines), style)


@lru_cache(maxsize=4096)
def text_width(text: str, font: str, size: float) -> float:
    """The width of one line in points."""
    load_fonts()
    return float(pdfmetrics.stringWidth(printable(text), font, size))


def pair_lines(pair: PairView, style: ParagraphStyle, width: float) -> tuple[str, ...]:
    """A pair's name on one line where it fits into `width`, else each player on a line."""
    if text_width(pair.name, style.fontName, style.fontSize) <= width:
        return (pair.name,)
    *others, last = (player.name for player in pair.players)
    return (*(f"{name}\u00a0–" for name in others), last)
