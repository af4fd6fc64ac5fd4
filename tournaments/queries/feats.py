"""The records of an event: its highest rise, its tuppis, its longest match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.feats import Feat, Most, MostByMatch, MostByPair, PlayedSheet, feats_of
from scoring.ledger import FormatKind, Ledger, replay
from scoring.ruleset import Ruleset
from tournaments.ledger import entries_of_many, format_of
from tournaments.queries.matches import MatchView
from tournaments.queries.pairs import PairView


@dataclass(frozen=True)
class FeatView:
    """What a pair did in a match; `deal` is None where no line of the sheet tells."""

    view: MatchView
    pair: PairView
    deal: int | None

    @property
    def other(self) -> PairView:
        """The pair it was done against."""
        return self.view.b if self.pair.pk == self.view.a.pk else self.view.a


@dataclass(frozen=True)
class Holders:
    """A number, and who holds the record: feats, pairs or matches, the other two empty."""

    number: int
    feats: tuple[FeatView, ...] = ()
    pairs: tuple[PairView, ...] = ()
    matches: tuple[MatchView, ...] = ()


@dataclass(frozen=True)
class EventFeats:
    """The records of an event; each None, or empty, where there is none.

    Of `without_deals` matches only the result is known: what their deals were is not told here.
    """

    highest_rise: Holders | None
    most_tuppis: Holders | None
    nalsys: tuple[FeatView, ...]
    longest_match: Holders | None
    most_robberies: Holders | None
    most_robberies_in_match: Holders | None
    fastest_tuppi: Holders | None
    without_deals: int = 0

    @property
    def any(self) -> bool:
        return any((self.highest_rise, self.most_tuppis, self.longest_match, self.most_robberies))


def event_feats(views: Iterable[MatchView], rules: Ruleset) -> EventFeats:
    """The records of these matches (one query), as `feats_of_sheets` tells them."""
    started = [view for view in views if view.match.is_started and not view.match.annulled]
    entries = entries_of_many(view.match for view in started)
    return feats_of_sheets(
        ((view, replay(format_of(view.match), entries.get(view.match.pk, ()))) for view in started),
        rules,
    )


def feats_of_sheets(sheets: Iterable[tuple[MatchView, Ledger]], rules: Ruleset) -> EventFeats:
    """The records of matches with their ledgers; annulled ones hold none.

    Who is level holds one together, in the order of the matches.
    """
    ledgers = [(view, ledger) for view, ledger in sheets if not view.match.annulled]
    played = [
        PlayedSheet(view.match.number, view.a.pk, view.b.pk, FormatKind(view.match.format), ledger)
        for view, ledger in ledgers
    ]
    found = feats_of(played, award_is_tuppi=rules.award_is_tuppi)
    told = _Told({view.match.number: view for view, _ledger in ledgers})
    return EventFeats(
        highest_rise=told.most(found.highest_rise),
        most_tuppis=told.by_pair(found.most_tuppis),
        nalsys=told.feats(found.nalsys),
        longest_match=told.by_match(found.longest_match),
        most_robberies=told.by_pair(found.most_robberies),
        most_robberies_in_match=told.by_match(found.most_robberies_in_match),
        fastest_tuppi=told.most(found.fastest_tuppi),
        without_deals=sum(view.match.sheet_missing for view, _ledger in ledgers),
    )


class _Told:
    """Keys made into the matches and pairs that they are of."""

    def __init__(self, views: Mapping[int, MatchView]) -> None:
        self.views = views
        self.pairs = {pair.pk: pair for view in views.values() for pair in (view.a, view.b)}

    def feats(self, feats: Iterable[Feat]) -> tuple[FeatView, ...]:
        return tuple(
            FeatView(self.views[int(feat.match)], self.pairs[int(feat.pair)], feat.deal)
            for feat in feats
        )

    def most(self, most: Most | None) -> Holders | None:
        return Holders(most.number, feats=self.feats(most.feats)) if most else None

    def by_pair(self, most: MostByPair | None) -> Holders | None:
        if most is None:
            return None
        return Holders(most.number, pairs=tuple(self.pairs[int(pair)] for pair in most.pairs))

    def by_match(self, most: MostByMatch | None) -> Holders | None:
        if most is None:
            return None
        return Holders(most.number, matches=tuple(self.views[int(each)] for each in most.matches))
