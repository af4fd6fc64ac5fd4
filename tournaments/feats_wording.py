"""The records of an event in words, for pages and files. Names are never inflected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.queries.feats import EventFeats, FeatView, Holders
from tournaments.queries.matches import MatchView
from tournaments.queries.pairs import PairView
from tournaments.stage_wording import stage_and_match

MOST_HOLDERS = 4
"""Of more who hold a record together, the first are named and the others counted."""


@dataclass(frozen=True)
class Holder:
    """Who holds a record: a pair, or both of a match; where `view` tells a match, in which."""

    name: str
    pair: PairView | None
    view: MatchView | None

    @property
    def where(self) -> str:
        """The match, and the other pair where one pair holds the record."""
        if self.view is None:
            return ""
        told = stage_and_match(self.view)
        if self.pair is None:
            return told
        other = self.view.b if self.pair.pk == self.view.a.pk else self.view.a
        return _("against %(pair)s · %(match)s") % {"pair": other.name, "match": told}


@dataclass(frozen=True)
class Record:
    """A record of the event: what it is, how much, who holds it, and how many more do."""

    title: str
    value: str
    holders: tuple[Holder, ...]
    more: int

    @property
    def more_text(self) -> str:
        if not self.more:
            return ""
        text = ngettext("and %(count)d more", "and %(count)d more", self.more)
        return text % {"count": self.more}


def records_of(feats: EventFeats) -> list[Record]:
    """The records there are, in the order they are told."""
    return list(_records(feats))


def what_is_unknown(feats: EventFeats) -> str:
    """Of how many matches the records tell too little; empty where all deals are known."""
    if not feats.without_deals:
        return ""
    text = ngettext(
        "Of %(count)d match only the result is known: its deals are not among these.",
        "Of %(count)d matches only the result is known: their deals are not among these.",
        feats.without_deals,
    )
    return text % {"count": feats.without_deals}


def _records(feats: EventFeats) -> Iterator[Record]:
    if found := feats.highest_rise:
        yield _record(_("Highest rise"), _points(found.number), found)
    if found := feats.most_tuppis:
        yield _record(_("Most tuppis"), str(found.number), found)
    if feats.nalsys:
        nalsys = Holders(len(feats.nalsys), feats=feats.nalsys)
        yield _record(_("Nälsytuppis"), str(nalsys.number), nalsys, most=len(feats.nalsys))
    if found := feats.fastest_tuppi:
        yield _record(_("Fastest tuppi"), _deals(found.number), found)
    if found := feats.longest_match:
        yield _record(_("Longest match"), _deals(found.number), found)
    if found := feats.most_robberies:
        yield _record(_("Most robberies"), str(found.number), found)
    if found := feats.most_robberies_in_match:
        yield _record(_("Most robberies in a match"), str(found.number), found)


def _record(title: str, value: str, found: Holders, *, most: int = MOST_HOLDERS) -> Record:
    holders = [
        *_by_feat(found.feats),
        *(Holder(pair.name, pair, None) for pair in found.pairs),
        *(Holder(f"{view.a.name} / {view.b.name}", None, view) for view in found.matches),
    ]
    return Record(title, value, tuple(holders[:most]), max(0, len(holders) - most))


def _by_feat(feats: Iterable[FeatView]) -> Iterator[Holder]:
    for feat in feats:
        yield Holder(feat.pair.name, feat.pair, feat.view)


def _points(number: int) -> str:
    return ngettext("%(count)d point", "%(count)d points", number) % {"count": number}


def _deals(number: int) -> str:
    return ngettext("%(count)d deal", "%(count)d deals", number) % {"count": number}
