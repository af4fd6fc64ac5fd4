"""What became of the links of tables, and of the codes of pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.access import pair_code
from tournaments.models import Pair, TableLink, Tournament
from tournaments.names import found_by
from tournaments.printed_links import table_address
from tournaments.queries.pairs import PairView, pairs_by_key


class LinkState(StrEnum):
    """`RENEWED` is in force too; cards printed before the renewal open nothing."""

    FIRST = "first"
    RENEWED = "renewed"
    REVOKED = "revoked"


@dataclass(frozen=True)
class TableLinkView:
    """The link of one table. `renewed` counts the links made in place of earlier ones; `matches`
    are those on the table that are still to be played. `address` is "" where it is revoked."""

    table: int
    renewed: int
    is_revoked: bool
    matches: int
    address: str

    @property
    def state(self) -> LinkState:
        if self.is_revoked:
            return LinkState.REVOKED
        return LinkState.RENEWED if self.renewed else LinkState.FIRST


@dataclass(frozen=True)
class PairCodeView:
    """A pair with the code by which it confirms its results; `renewed` counts its new codes."""

    pair: PairView
    code: str
    renewed: int


def addresses_in_force(tournament: Tournament, tables: Sequence[int]) -> dict[int, str]:
    """The links of these tables by table, those revoked left out (one query)."""
    links = {link.table: link for link in tournament.table_links.all()}
    found = {}
    for table in tables:
        link = links.get(table)
        if link is None:
            found[table] = table_address(tournament, table)
        elif not link.is_revoked:
            found[table] = table_address(tournament, table, link.renewed)
    return found


def table_links_of(tournament: Tournament) -> list[TableLinkView]:
    """Every table of the event by number: those it has, and any more that matches are placed at or
    that have a link of their own (two queries)."""
    waiting: Counter[int] = Counter()
    placed = set()
    for match in tournament.matches.live():
        placed.add(match.table)
        waiting[match.table] += match.is_open
    links = {link.table: link for link in tournament.table_links.all()}
    tables = placed | set(links) | set(range(1, tournament.table_count + 1))
    return [_view(tournament, table, links.get(table), waiting[table]) for table in sorted(tables)]


def pair_codes(tournament: Tournament) -> dict[int, str]:
    """The code of every pair by the pair's key (one query)."""
    return {pair.pk: pair_code(tournament, pair) for pair in tournament.pairs.all()}


def pair_codes_of(tournament: Tournament, sought: str = "") -> list[PairCodeView]:
    """The pairs found by a number, name or club, by pair number, each with its code; every pair
    where nothing is sought (three queries).

    A number finds the pair of this number alone.
    """
    letters = found_by(sought)
    pairs = list(pairs_by_key(tournament).values())
    if letters.isdecimal():
        pairs = [pair for pair in pairs if str(pair.number) == letters]
    else:
        pairs = [pair for pair in pairs if letters in pair.letters]
    rows = {row.pk: row for row in Pair.objects.filter(pk__in=[pair.pk for pair in pairs])}
    return [
        PairCodeView(
            pair=pair,
            code=pair_code(tournament, rows[pair.pk]),
            renewed=rows[pair.pk].code_renewed,
        )
        for pair in pairs
        if pair.pk in rows
    ]


def _view(
    tournament: Tournament, table: int, link: TableLink | None, matches: int
) -> TableLinkView:
    renewed = link.renewed if link else 0
    is_revoked = bool(link and link.is_revoked)
    address = "" if is_revoked else table_address(tournament, table, renewed)
    return TableLinkView(table, renewed, is_revoked, matches, address)
