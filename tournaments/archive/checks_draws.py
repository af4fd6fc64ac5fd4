"""Whether the draws, pools and matches of an archive hold together (R22, R24)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tournaments.archive.faults import ArchiveFault, FaultCode
from tournaments.archive.references import refuse_unknown
from tournaments.archive.text import Value
from tournaments.models import Annulment

MAX_DRAWN_AGAIN = 20
"""Draws of one archive drawn again at most, a fifth of a second each where clubmates abound."""

DrawAgain = Callable[[Value], Sequence[Sequence[object]]]
"""The pools that the seed of a draw gives, by pair numbers. Raises ValueError for what cannot be
drawn."""


def check_draws(value: Value) -> None:
    """Raises ArchiveFault for the first contradiction among draws, pools and matches."""
    for index, draw in enumerate(value["draws"]):
        _check_draw(draw, f"draws[{index}]")
    _check_pools(value)
    _check_matches(value)


def refuse_other_pools(value: Value, draw_again: DrawAgain) -> None:
    """Raises ArchiveFault where drawing again gives other pools (R24).

    Of very many draws those that anything came of are drawn again, then the latest.
    """
    draws = sorted(
        enumerate(value["draws"]),
        key=lambda each: (
            not (each[1]["counts"] or each[1]["annulled"]),
            each[1]["published_at"] is None,
            -each[0],
        ),
    )
    for index, draw in draws[:MAX_DRAWN_AGAIN]:
        try:
            pools = draw_again(draw)
        except ValueError:
            raise ArchiveFault(FaultCode.DRAW, f"draws[{index}]") from None
        if [list(pool) for pool in pools] != draw["pools"]:
            raise ArchiveFault(FaultCode.DRAW, f"draws[{index}].pools")


def _check_draw(draw: Value, where: str) -> None:
    """A draw puts those who were drawn into its pools, and counts or is annulled once it is out."""
    entrants = [number for number, _clubs in draw["entrants"]]
    drawn = sorted(number for pool in draw["pools"] for number in pool)
    once = sorted(set(entrants))
    if not sorted(entrants) == drawn == once or draw["pool_count"] != len(draw["pools"]):
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.pools")
    if (draw["counts"] or draw["annulled"]) and draw["published_at"] is None:
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.published_at")
    if draw["counts"] and draw["annulled"]:
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.annulled")


def _check_pools(value: Value) -> None:
    """The draw that counts made the live pools, the annulled ones the others; pairs that joined
    later stand after those drawn. Nobody is in two live pools, nor twice in one."""
    counting = [draw["draw"] for draw in value["draws"] if draw["counts"]]
    made = {
        (draw["draw"], number): pool
        for draw in value["draws"]
        if draw["counts"] or draw["annulled"]
        for number, pool in enumerate(draw["pools"], start=1)
    }
    pairs = {pair["pair"] for pair in value["pairs"]}
    if len(counting) > 1 or [*made] != [(pool["draw"], pool["pool"]) for pool in value["pools"]]:
        raise ArchiveFault(FaultCode.CONTRADICTION, "pools")
    placed: set[tuple[int, int]] = set()
    for index, pool in enumerate(value["pools"]):
        where = f"pools[{index}]"
        if pool["live"] != (pool["draw"] in counting):
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.live")
        for seat, place in enumerate(pool["places"]):
            at = f"{where}.places[{seat}]"
            refuse_unknown(place["pair"], pairs, f"{at}.pair")
            if (pool["draw"], place["pair"]) in placed:
                raise ArchiveFault(FaultCode.CONTRADICTION, f"{at}.pair")
            placed.add((pool["draw"], place["pair"]))
            if place["live"] != pool["live"]:
                raise ArchiveFault(FaultCode.CONTRADICTION, f"{at}.live")
        drawn = made[pool["draw"], pool["pool"]]
        if [place["pair"] for place in pool["places"][: len(drawn)]] != drawn or any(
            (place["added_at"] is None) != (seat < len(drawn))
            for seat, place in enumerate(pool["places"])
        ):
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.places")


def _check_matches(value: Value) -> None:
    """A match is between two pairs of its pool, who meet once; a table has one at a time. It lives
    as long as its pool does, and is annulled from then on."""
    pools = {(pool["draw"], pool["pool"]): pool for pool in value["pools"]}
    members = {key: {place["pair"] for place in pool["places"]} for key, pool in pools.items()}
    tables: set[tuple[int, int, int]] = set()
    meetings: set[tuple[int, frozenset[int]]] = set()
    for index, match in enumerate(value["matches"]):
        where = f"matches[{index}]"
        key = (match["draw"], match["pool"])
        refuse_unknown(key, pools, f"{where}.pool")
        for side in ("a", "b"):
            refuse_unknown(match[side], members[key], f"{where}.{side}")
        table = (match["draw"], match["slot"], match["table"])
        meeting = (match["draw"], frozenset({match["a"], match["b"]}))
        if len(meeting[1]) < 2 or meeting in meetings:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.b")
        if table in tables:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.table")
        tables.add(table)
        meetings.add(meeting)
        if match["live"] != pools[key]["live"]:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.live")
        annulled = match["annulled"]
        if not match["live"] and annulled is None:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.annulled")
        if match["live"] and annulled is not None and annulled["by"] == Annulment.DRAW:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.annulled.by")
