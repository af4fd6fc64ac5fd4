"""Whether an archive holds together: its form, its references, its sheets, its outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournaments.archive.faults import ArchiveFault, FaultCode
from tournaments.archive.form import archive_form, effect_of_annulling, effect_of_award
from tournaments.archive.shapes import malformed
from tournaments.archive.sheets import Replays, check_sheet
from tournaments.archive.text import Value
from tournaments.archive.writing import ACCOUNT_DETAILS, IMPORT_VERB
from tournaments.models import Annulment, JuryDecision
from tournaments.names import fold_name

ORDERED = {
    "days": "date",
    "pairs": "pair",
    "draws": "draw",
    "pools": "pool",
    "matches": "match",
    "jury": "seat",
    "decisions": "decision",
}
"""What stands in the order of which key, each of its values once."""


def check_archive(value: Value) -> None:
    """Raises ArchiveFault for the first thing unsound in an archive that `read_bytes` gave."""
    archive_form(value, "")
    for part, key in ORDERED.items():
        _refuse_disorder([each[key] for each in value[part]], part)
    for index, day in enumerate(value["days"]):
        if day["ends_at"] <= day["starts_at"]:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"days[{index}].ends_at")
    _check_players(value)
    _check_draws(value)
    _check_pools(value)
    _check_matches(value)
    replays = Replays()
    for index, match in enumerate(value["matches"]):
        check_sheet(match, f"matches[{index}]", replays)
    _check_withdrawals(value)
    _check_annulments(value)
    _check_decisions(value)
    _check_log(value)


def _refuse_disorder(keys: Sequence[int | str], where: str) -> None:
    if list(keys) != sorted(set(keys)):
        raise ArchiveFault(FaultCode.ORDER, where)


def _refuse_unknown(number: int | None, known: Iterable[int], where: str) -> None:
    if number is not None and number not in known:
        raise ArchiveFault(FaultCode.REFERENCE, where)


def _check_players(value: Value) -> None:
    """Nobody plays in two pairs."""
    seen: set[str] = set()
    for index, pair in enumerate(value["pairs"]):
        for seat, player in enumerate(pair["players"]):
            folded = fold_name(player["name"])
            if not folded or folded in seen:
                raise ArchiveFault(FaultCode.CONTRADICTION, f"pairs[{index}].players[{seat}].name")
            seen.add(folded)


def _check_draws(value: Value) -> None:
    """A draw puts those who were drawn into its pools; the one that counts made the pools."""
    for index, draw in enumerate(value["draws"]):
        where = f"draws[{index}]"
        entrants = [number for number, _clubs in draw["entrants"]]
        drawn = sorted(number for pool in draw["pools"] for number in pool)
        once = sorted(set(entrants))
        if not sorted(entrants) == drawn == once or draw["pool_count"] != len(draw["pools"]):
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.pools")
        if draw["counts"] and draw["published_at"] is None:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.published_at")
    counting = [draw["pools"] for draw in value["draws"] if draw["counts"]]
    pools = [pool["pairs"] for pool in value["pools"]]
    if len(counting) > 1 or pools != (counting[0] if counting else []):
        raise ArchiveFault(FaultCode.CONTRADICTION, "pools")


def _check_pools(value: Value) -> None:
    known = {pair["pair"] for pair in value["pairs"]}
    for index, pool in enumerate(value["pools"]):
        for place, number in enumerate(pool["pairs"]):
            _refuse_unknown(number, known, f"pools[{index}].pairs[{place}]")


def _check_matches(value: Value) -> None:
    """A match is between two pairs of its pool, who meet once; a table has one at a time."""
    pools = {pool["pool"]: set(pool["pairs"]) for pool in value["pools"]}
    tables: set[tuple[int, int]] = set()
    meetings: set[frozenset[int]] = set()
    for index, match in enumerate(value["matches"]):
        where = f"matches[{index}]"
        _refuse_unknown(match["pool"], pools, f"{where}.pool")
        for side in ("a", "b"):
            _refuse_unknown(match[side], pools[match["pool"]], f"{where}.{side}")
        table, meeting = (match["slot"], match["table"]), frozenset({match["a"], match["b"]})
        if len(meeting) < 2 or meeting in meetings:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.b")
        if table in tables:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.table")
        tables.add(table)
        meetings.add(meeting)


def _check_withdrawals(value: Value) -> None:
    """A pair withdraws once at a time; what a withdrawal in force did is there to be undone."""
    pairs = {pair["pair"] for pair in value["pairs"]}
    matches = {match["match"]: match for match in value["matches"]}
    withdrawn: set[int] = set()
    for index, withdrawal in enumerate(value["withdrawals"]):
        where = f"withdrawals[{index}]"
        pair, in_force = withdrawal["pair"], withdrawal["undone"] is None
        _refuse_unknown(pair, pairs, f"{where}.pair")
        if pair is not None and pair != withdrawal["pair_number"]:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.pair")
        if in_force and (pair is None or pair in withdrawn or withdrawal["left"]):
            raise ArchiveFault(FaultCode.CONTRADICTION, where)
        if in_force:
            withdrawn.add(pair)
        for place, effect in enumerate(withdrawal["effects"]):
            at = f"{where}.effects[{place}]"
            (effect_of_award if "revision" in effect else effect_of_annulling)(effect, at)
            if effect.get("annulled") is False:
                raise malformed(f"{at}.annulled")
            if not in_force:
                continue
            match = matches.get(effect["match"])
            if match is None or pair not in (match["a"], match["b"]):
                raise ArchiveFault(FaultCode.REFERENCE, f"{at}.match")
            if effect.get("revision", 0) > match["first_revision"] + len(match["revisions"]):
                raise ArchiveFault(FaultCode.REFERENCE, f"{at}.revision")


def _check_annulments(value: Value) -> None:
    """What a withdrawal annulled can be undone with it, so it must be in force."""
    withdrawn = {each["pair"] for each in value["withdrawals"] if each["undone"] is None}
    for index, match in enumerate(value["matches"]):
        annulled = match["annulled"]
        if annulled is None or annulled["by"] != Annulment.WITHDRAWAL:
            continue
        if not withdrawn & {match["a"], match["b"]}:
            raise ArchiveFault(FaultCode.REFERENCE, f"matches[{index}].annulled.by")


def _check_decisions(value: Value) -> None:
    pairs = {pair["pair"] for pair in value["pairs"]}
    matches = {match["match"]: match for match in value["matches"]}
    for index, decision in enumerate(value["decisions"]):
        where = f"decisions[{index}]"
        _refuse_unknown(decision["pair"], pairs, f"{where}.pair")
        _refuse_unknown(decision["match"], matches, f"{where}.match")
        of_points = decision["kind"] == JuryDecision.Kind.POINTS
        if of_points != (decision["points"] is not None):
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.points")
        if of_points and decision["match"] is not None and decision["pair"] is not None:
            match = matches[decision["match"]]
            if decision["pair"] not in (match["a"], match["b"]):
                raise ArchiveFault(FaultCode.REFERENCE, f"{where}.pair")


def _check_log(value: Value) -> None:
    matches = {match["match"] for match in value["matches"]}
    for index, record in enumerate(value["log"]):
        where = f"log[{index}]"
        _refuse_unknown(record["match"], matches, f"{where}.match")
        if record["verb"] == IMPORT_VERB:
            raise malformed(f"{where}.verb")
        if not ACCOUNT_DETAILS.isdisjoint(record["details"]):
            raise malformed(f"{where}.details")
