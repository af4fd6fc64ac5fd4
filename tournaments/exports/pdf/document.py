"""Pages that flow: the event at the head of each, its number and the time of printing below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from threading import Lock
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, KeepTogether, PageTemplate

from tournaments.exports.event_head import EventHead
from tournaments.exports.pdf.paper import A4, MM
from tournaments.exports.pdf.type import REGULAR, load_fonts, paragraph, style
from tournaments.exports.text import printable

MARGIN = 15 * MM
CONTENT_WIDTH = A4[0] - 2 * MARGIN
_FOOT = 14 * MM
_HEAD_TOP = 12 * MM

_one_at_a_time = Lock()
"""A font's reader remembers where it reads, and every document of a process reads the same one."""


class _CountingCanvas(Canvas):  # type: ignore[misc]
    """Holds its pages back until their number is known. `foot_width` is that of the layout."""

    def __init__(self, *args: Any, head: EventHead, foot_width: float, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head = head
        self._foot_width = foot_width
        self._held: list[dict[str, Any]] = []

    def showPage(self) -> None:
        self._held.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        for number, page in enumerate(self._held, start=1):
            self.__dict__.update(page)
            self._draw_foot(number, len(self._held))
            super().showPage()
        super().save()

    def _draw_foot(self, number: int, count: int) -> None:
        self.setFont(REGULAR, 8)
        self.drawString(MARGIN, 8 * MM, self._head.printed)
        page = _("Page %(number)d/%(count)d") % {"number": number, "count": count}
        self.drawRightString(self._foot_width - MARGIN, 8 * MM, page)


def flow_document(
    head: EventHead,
    title: str,
    story: Sequence[Flowable],
    *,
    pagesize: tuple[float, float] = A4,
    sheet: tuple[float, float] | None = None,
) -> bytes:
    """A PDF of `story` under the event's head, on as many pages as it takes.

    It is laid out on `pagesize`; `sheet`, of the same shape, is what it is printed on: everything
    grows with it.
    """
    load_fonts()
    out = BytesIO()
    printed_on = sheet or pagesize
    growth = printed_on[0] / pagesize[0]
    width = pagesize[0] - 2 * MARGIN
    title_width = width * 0.34
    name = paragraph(head.name, style=style(13, bold=True))
    where = paragraph(head.where_and_when, style=style(9))
    title_text = paragraph(title, style=style(13, bold=True, align="right"))
    name_height = name.wrap(width - title_width, pagesize[1])[1]
    where_height = where.wrap(width - title_width, pagesize[1])[1]
    title_height = title_text.wrap(title_width, pagesize[1])[1]
    head_height = max(name_height + where_height, title_height) + 2 * MM

    def draw_head(canvas: Canvas, _document: BaseDocTemplate) -> None:
        canvas.scale(growth, growth)
        top = pagesize[1] - _HEAD_TOP
        name.drawOn(canvas, MARGIN, top - name_height)
        where.drawOn(canvas, MARGIN, top - name_height - where_height)
        title_text.drawOn(canvas, pagesize[0] - MARGIN - title_width, top - title_height)
        canvas.setLineWidth(0.8)
        canvas.line(MARGIN, top - head_height, pagesize[0] - MARGIN, top - head_height)

    frame = Frame(
        MARGIN,
        _FOOT,
        width,
        pagesize[1] - _HEAD_TOP - head_height - 4 * MM - _FOOT,
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
    )
    document = BaseDocTemplate(
        out,
        pagesize=printed_on,
        title=printable(f"{title} – {head.name}"),
        author="Tuppiliitto",
        lang=get_language(),
        initialFontName=REGULAR,
        pageTemplates=[PageTemplate(frames=[frame], onPage=draw_head)],
    )
    with _one_at_a_time:
        document.build(
            list(story),
            canvasmaker=lambda *args, **kwargs: _CountingCanvas(
                *args, head=head, foot_width=pagesize[0], **kwargs
            ),
        )
    return out.getvalue()


def kept_together(flowables: Sequence[Flowable]) -> KeepTogether:
    """The flowables on one page where one page can hold them."""
    return KeepTogether(list(flowables))


def drawn_document(
    title: str, draw: Callable[[Canvas], None], *, pagesize: tuple[float, float] = A4
) -> bytes:
    """A PDF whose pages `draw` draws by hand, in the fonts of this site only."""
    load_fonts()
    out = BytesIO()
    canvas = Canvas(out, pagesize=pagesize, initialFontName=REGULAR, lang=get_language())
    canvas.setTitle(printable(title))
    canvas.setAuthor("Tuppiliitto")
    with _one_at_a_time:
        draw(canvas)
        canvas.save()
    return out.getvalue()
