"""What can be printed or saved of an event: what is needed now, then the rest in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.exports.offered import (
    Moment,
    Offer,
    OfferedFile,
    amount_text,
    offered,
    wanted_now,
)
from tournaments.middleware import EventRequest
from tournaments.models import Stage
from tournaments.permissions import Act
from tournaments.printed_links import phones_can_open_links
from tournaments.queries.printing import PrintRun, print_run_of
from tournaments.views.declared import page

HEADINGS: dict[Moment, str | Promise] = {
    Moment.BEFORE: gettext_lazy("Before the draw"),
    Moment.DRAWN: gettext_lazy("After the draw"),
    Moment.PLAY: gettext_lazy("During play"),
    Moment.AFTER: gettext_lazy("Afterwards"),
    Moment.DATA: gettext_lazy("For spreadsheets and other programs"),
}


@dataclass(frozen=True)
class Link:
    label: str
    url: str


@dataclass(frozen=True)
class LinkRow:
    """Links beside each other; `rounds` are those of single rounds on the paper of the first, and
    `knockout` those of the knock-out and its rounds."""

    links: tuple[Link, ...]
    rounds: tuple[Link, ...] = ()
    knockout: tuple[Link, ...] = ()


@dataclass(frozen=True)
class Line:
    """What can be printed or saved, with the ways to have it."""

    title: str
    text: str
    amount: str
    rows: tuple[LinkRow, ...]

    @property
    def is_by_round(self) -> bool:
        return any(row.rounds or row.knockout for row in self.rows)


@dataclass(frozen=True)
class Part:
    """What is wanted at one moment; `waiting` are the titles of what the draw must come before."""

    moment: Moment
    lines: list[Line] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)

    @property
    def heading(self) -> str:
        return str(HEADINGS[self.moment])

    @property
    def titles(self) -> list[str]:
        """What is in it, for the key it is folded behind."""
        return [*(line.title for line in self.lines), *self.waiting]


@page(Act.MANAGE_EVENT)
def printing(request: EventRequest) -> HttpResponse:
    slug = request.tournament.slug
    run = print_run_of(request.tournament)
    parts = {moment: Part(moment) for moment in Moment}
    for offer, files in offered():
        if offer.not_in == request.tournament.course:
            continue
        part = parts[offer.moment]
        if offer.needs_draw and not run.is_drawn:
            part.waiting.append(str(offer.title))
        else:
            part.lines.append(_line(slug, run, offer, files))
    parts[Moment.AFTER].lines.append(_archive(slug))
    now = wanted_now(run)
    return render(
        request,
        "manage/printing.html",
        {
            "section": "manage",
            "here": "printing",
            "parts_now": [parts[moment] for moment in now],
            "parts_else": [parts[moment] for moment in Moment if moment not in now],
            "phones_can_open": phones_can_open_links(),
        },
    )


def _line(slug: str, run: PrintRun, offer: Offer, files: Iterable[OfferedFile]) -> Line:
    return Line(
        title=str(offer.title),
        text=str(offer.text),
        amount=amount_text(offer, run),
        rows=tuple(_rows(slug, files, run)),
    )


def _archive(slug: str) -> Line:
    address = reverse("manage-archive", args=[slug])
    return Line(
        title=_("Archive"),
        text=_(
            "The whole event in one file that outlives this site, notes for the staff included: "
            "keep it to yourself."
        ),
        amount="",
        rows=(
            LinkRow(
                (
                    Link("JSON", address),
                    Link(_("JSON, with contacts"), _with(address, {"contacts": "1"})),
                )
            ),
        ),
    )


def _rows(slug: str, files: Iterable[OfferedFile], run: PrintRun) -> Iterator[LinkRow]:
    """A row for each paper of a file that is made by round; one row of all other choices."""
    beside: list[Link] = []
    for file in files:
        address = reverse(
            "manage-export" if file.staff else "export", args=[slug, file.name, file.kind]
        )
        chosen = [{"paper": str(paper)} for paper in file.export.papers] or [{}]
        chosen[0] = {}  # the first is what an address without a choice gives
        labels = [paper.upper() for paper in file.export.papers] or [file.kind.upper()]
        for query, label in zip(chosen, labels, strict=True):
            link = Link(label, _with(address, query))
            if file.export.by_round and (run.rounds > 1 or run.knockout_rounds):
                yield LinkRow(
                    (link,),
                    tuple(
                        Link(str(number), _with(address, {**query, "round": str(number)}))
                        for number in range(1, run.rounds + 1)
                    ),
                    tuple(_knockout(address, query, run)),
                )
            else:
                beside.append(link)
        if file.export.dialects:
            label = _("%(kind)s for Excel") % {"kind": file.kind.upper()}
            beside.append(Link(label, _with(address, {"dialect": "excel"})))
    if beside:
        yield LinkRow(tuple(beside))


def _knockout(address: str, query: dict[str, str], run: PrintRun) -> Iterator[Link]:
    """The knock-out whole, and the round of it made last, whose sheets are wanted next."""
    if not run.knockout_rounds:
        return
    query = {**query, "stage": Stage.KNOCKOUT.value}
    yield Link(_("all"), _with(address, query))
    if len(run.knockout_rounds) > 1:
        last = run.knockout_rounds[-1]
        yield Link(_("the round made last"), _with(address, {**query, "round": str(last)}))


def _with(address: str, query: dict[str, str]) -> str:
    return f"{address}?{urlencode(query)}" if query else address
