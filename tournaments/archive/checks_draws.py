"""Whether the draws, pools and matches of an archive hold together (R22, R24)."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.archive.checks_knockout import check_bracket_match
from tournaments.archive.faults import ArchiveFault, FaultCode
from tournaments.archive.references import refuse_unknown
from tournaments.archive.text import Value
from tournaments.models import Annulment, Stage

MAX_DRAWN_AGAIN = 20
"""Draws of one archive drawn again at most, a fifth of a second each where clubmates abound."""

DrawAgain = Callable[[Value], Value]
"""Of a draw, or a bracket, what its seed gives, by its keys. Raises ValueError for what cannot be
drawn."""


def check_draws(value: Value) -> None:
    """Raises ArchiveFault for the first contradiction among draws, pools and matches."""
    for index, draw in enumerate(value["draws"]):
        _check_draw(draw, f"draws[{index}]")
    _check_pools(value)
    _check_matches(value)


def refuse_other_draws(value: Value, pools_again: DrawAgain, bracket_again: DrawAgain) -> None:
    """Raises ArchiveFault where drawing again gives other pools (R24) or another bracket (R29)."""
    _refuse_others(value, "draws", FaultCode.DRAW, pools_again)
    _refuse_others(value, "brackets", FaultCode.BRACKET, bracket_again)


def _refuse_others(value: Value, part: str, code: FaultCode, draw_again: DrawAgain) -> None:
    """Of very many draws those that anything came of are drawn again, then the latest."""
    draws = sorted(
        enumerate(value[part]),
        key=lambda each: (
            not (each[1]["counts"] or each[1]["annulled"]),
            each[1]["published_at"] is None,
            -each[0],
        ),
    )
    for index, draw in draws[:MAX_DRAWN_AGAIN]:
        try:
            again = draw_again(draw)
        except ValueError:
            raise ArchiveFault(code, f"{part}[{index}]") from None
        for key, drawn in again.items():
            if draw[key] != drawn:
                raise ArchiveFault(code, f"{part}[{index}].{key}")


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
    """A match is of a pool or of a bracket, and lives as long as that counts; from then on it is
    annulled. A table has one match at a time."""
    tables: set[tuple[object, ...]] = set()
    meetings: set[tuple[int, frozenset[int]]] = set()
    played: set[tuple[int, int]] = set()
    pools = {(pool["draw"], pool["pool"]): pool for pool in value["pools"]}
    brackets = {bracket["bracket"]: bracket for bracket in value["brackets"]}
    for index, match in enumerate(value["matches"]):
        where = f"matches[{index}]"
        of_pool = match["stage"] != Stage.KNOCKOUT
        for key, belongs in (("pool", of_pool), ("draw", of_pool), ("bracket", not of_pool)):
            if (match[key] is not None) != belongs:
                raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.{key}")
        if (match["bracket_number"] is None) != of_pool:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.bracket_number")
        if match["a"] == match["b"]:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.b")
        if of_pool:
            counts = _check_pool_match(match, where, pools, meetings)
        else:
            counts = _check_knockout_match(match, where, brackets, played)
        # What a draw took with it, or a corrected result put out of the knock-out, may have stood
        # where others stand now.
        if match["live"] or of_pool:
            table = (None if match["live"] else match["draw"], match["slot"], match["table"])
            if table in tables:
                raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.table")
            tables.add(table)
        _check_life(match, where, counts=counts)


def _check_pool_match(
    match: Value,
    where: str,
    pools: dict[tuple[int, int], Value],
    meetings: set[tuple[int, frozenset[int]]],
) -> bool:
    """Whether the pool is live. Two pairs of it meet once, but for play-offs (R22, R25)."""
    key = (match["draw"], match["pool"])
    refuse_unknown(key, pools, f"{where}.pool")
    members = {place["pair"] for place in pools[key]["places"]}
    for side in ("a", "b"):
        refuse_unknown(match[side], members, f"{where}.{side}")
    if match["stage"] == Stage.POOL:
        meeting = (match["draw"], frozenset({match["a"], match["b"]}))
        if meeting in meetings:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.b")
        meetings.add(meeting)
    return bool(pools[key]["live"])


def _check_knockout_match(
    match: Value, where: str, brackets: dict[int, Value], played: set[tuple[int, int]]
) -> bool:
    """Whether the bracket counts. A match of it is live once at most."""
    refuse_unknown(match["bracket"], brackets, f"{where}.bracket")
    bracket = brackets[match["bracket"]]
    check_bracket_match(match, bracket, where)
    if match["live"]:
        key = (match["round"], match["bracket_number"])
        if key in played:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.bracket_number")
        played.add(key)
    return bool(bracket["counts"])


def _check_life(match: Value, where: str, *, counts: bool) -> None:
    """A match is not live without its pool or bracket, and one of a pool lives with it."""
    annulled = match["annulled"]
    if match["live"] != counts and (match["live"] or match["stage"] == Stage.POOL):
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.live")
    if not match["live"] and annulled is None:
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.annulled")
    if match["live"] and annulled is not None and annulled["by"] == Annulment.DRAW:
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.annulled.by")
