"""Whether lots, locked fields, brackets and their matches hold together (R25, R26, R28, R29)."""

from __future__ import annotations

from tournaments.archive.faults import ArchiveFault, FaultCode
from tournaments.archive.references import refuse_unknown
from tournaments.archive.text import Value
from tournaments.lots import lot_from_seed
from tournaments.models import Lot


def check_knockout(value: Value) -> None:
    """Raises ArchiveFault for the first contradiction among lots, fields and brackets. Whether
    brackets can be drawn again is asked by `checks_draws.refuse_other_draws`."""
    pairs = {pair["pair"] for pair in value["pairs"]}
    pools = {
        (pool["draw"], pool["pool"]): {place["pair"] for place in pool["places"]}
        for pool in value["pools"]
    }
    for index, lot in enumerate(value["lots"]):
        _check_lot(lot, f"lots[{index}]", pairs, pools)
    live = {pool["pool"] for pool in value["pools"] if pool["live"]}
    in_force = 0
    for index, field in enumerate(value["fields"]):
        where = f"fields[{index}]"
        in_force += field["undone"] is None
        if field["field"] != index + 1:
            raise ArchiveFault(FaultCode.ORDER, f"{where}.field")
        if in_force > 1:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.undone")
        _check_rows(field, where, pairs, live)
    counting = 0
    for index, bracket in enumerate(value["brackets"]):
        where = f"brackets[{index}]"
        counting += bracket["counts"]
        if counting > 1:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.counts")
        refuse_unknown(bracket["field"], range(1, len(value["fields"]) + 1), f"{where}.field")
        _check_bracket(bracket, where, pairs)


def check_bracket_match(match: Value, bracket: Value, where: str) -> None:
    """A match of a bracket is one that there is in it, and in the first round of the pairs drawn
    against each other."""
    slots, number = bracket["slots"], match["bracket_number"]
    rounds = len(slots).bit_length() - 1
    is_third_place = match["round"] == rounds and number == 1 and bracket["third_place"]
    if match["round"] > rounds:
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.round")
    if number >= len(slots) >> match["round"] and not is_third_place:
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.bracket_number")
    drawn = slots[2 * number : 2 * number + 2] if match["round"] == 1 else slots
    if is_third_place:
        drawn = slots
    for side in ("a", "b"):
        refuse_unknown(match[side], drawn, f"{where}.{side}")


def _check_lot(
    lot: Value, where: str, pairs: set[int], pools: dict[tuple[int, int], set[int]]
) -> None:
    """A lot orders the pairs that went in, as its seed has it or before witnesses."""
    pool = (lot["pool"]["draw"], lot["pool"]["pool"]) if lot["pool"] else None
    refuse_unknown(pool, pools, f"{where}.pool")
    if (lot["scope"] == Lot.Scope.POOL) != (pool is not None):
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.pool")
    # A pair may have been removed once its lot was taken back.
    known = pools[pool] if pool else pairs
    for place, pair in enumerate(lot["pairs"]):
        if lot["undone"] is None:
            refuse_unknown(pair, known, f"{where}.pairs[{place}]")
    once = sorted(set(lot["pairs"]))
    if sorted(lot["pairs"]) != once or sorted(lot["order"]) != once:
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.order")
    if bool(lot["seed"]) == bool(lot["witnesses"]):
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.witnesses")
    if lot["seed"] and lot_from_seed(lot["pairs"], lot["seed"]) != lot["order"]:
        raise ArchiveFault(FaultCode.LOT, f"{where}.order")


def _check_rows(field: Value, where: str, pairs: set[int], pools: set[int]) -> None:
    """A field has each of its pairs once; one in force, pairs and pools that there are."""
    gone_on = [row["pair"] for row in field["rows"]]
    if len(gone_on) > field["size"] or len(set(gone_on)) < len(gone_on):
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.rows")
    for place, row in enumerate(field["rows"]):
        if field["undone"] is None:
            refuse_unknown(row["pair"], pairs, f"{where}.rows[{place}].pair")
            refuse_unknown(row["pool"], pools, f"{where}.rows[{place}].pool")


def _check_bracket(bracket: Value, where: str, pairs: set[int]) -> None:
    """A bracket has places for those who went in, and counts or is annulled once it is out."""
    contenders = [number for number, _pool, _clubs in bracket["contenders"]]
    slots = bracket["slots"]
    drawn = sorted(pair for pair in slots if pair is not None)
    if not sorted(contenders) == drawn == sorted(set(contenders)) or len(slots).bit_count() != 1:
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.slots")
    if (bracket["counts"] or bracket["annulled"]) and bracket["published_at"] is None:
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.published_at")
    if bracket["counts"] and bracket["annulled"]:
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.annulled")
    for place, pair in enumerate(contenders):
        if bracket["counts"]:
            refuse_unknown(pair, pairs, f"{where}.contenders[{place}]")
    for key, winner in bracket["decided"].items():
        refuse_unknown(winner, contenders, f"{where}.decided.{key}")
