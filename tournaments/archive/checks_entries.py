"""Whether settings and entries of an archive hold together: rules, days, people, sign-ups,
substitutions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from scoring.faults import Fault
from scoring.ruleset import Ruleset
from tournaments.archive.faults import ArchiveFault, FaultCode
from tournaments.archive.people import mentions
from tournaments.archive.references import refuse_unknown
from tournaments.archive.text import Value
from tournaments.models import SignUp
from tournaments.names import fold_name

CHANGE_PAIR_VERB = "change_pair"
CHANGE_SIGN_UP_VERB = "change_sign_up"
"""What the audit calls correcting the names of a pair; somebody else may play in it since."""


def check_entries(value: Value) -> None:
    """Raises ArchiveFault for the first contradiction among settings and entries."""
    event = value["event"]
    try:
        Ruleset.from_record(event["rules"])
    except Fault:
        raise ArchiveFault(FaultCode.RULES, "event.rules") from None
    opens, closes = event["sign_up_opens_at"], event["sign_up_closes_at"]
    if opens is not None and closes is not None and closes <= opens:
        raise ArchiveFault(FaultCode.CONTRADICTION, "event.sign_up_closes_at")
    _check_days(value)
    _check_people(value)
    _check_sign_ups(value)
    _check_substitutions(value)


def _check_days(value: Value) -> None:
    """A day ends after it starts, and its break lies within it."""
    for index, day in enumerate(value["days"]):
        if day["ends_at"] <= day["starts_at"]:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"days[{index}].ends_at")
        pause = day["break"]
        if pause is not None and not (
            day["starts_at"] <= pause["starts_at"] < pause["ends_at"] <= day["ends_at"]
        ):
            raise ArchiveFault(FaultCode.CONTRADICTION, f"days[{index}].break")


def _check_people(value: Value) -> None:
    """Everybody has a name and a number in the order of first mention; nobody plays in two pairs,
    nor twice in one."""
    known = 0
    for player, where in mentions(value):
        if not fold_name(player["name"]):
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.name")
        if player["player"] > known + 1:
            raise ArchiveFault(FaultCode.ORDER, f"{where}.player")
        # Those who play come first, so one of them that is known by now plays already.
        if where.startswith("pairs") and player["player"] <= known:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.player")
        known = max(known, player["player"])


def _check_sign_ups(value: Value) -> None:
    """A sign-up made one pair at most, no two the same, and contacts are there where promised."""
    pairs = {pair["pair"] for pair in value["pairs"]}
    made: set[int] = set()
    for index, sign_up in enumerate(value["sign_ups"]):
        where = f"sign_ups[{index}]"
        pair, is_open = sign_up["pair"], sign_up["state"] == SignUp.State.OPEN
        refuse_unknown(pair, pairs, f"{where}.pair")
        if pair is not None and (is_open or pair in made):
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.pair")
        if pair is not None:
            made.add(pair)
        if (sign_up["contact"] is not None) != value["contacts"]:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.contact")


def _check_substitutions(value: Value) -> None:
    """Who leaves a seat sat in it, and who came last sits there now.

    A pair whose names were corrected is not asked: there somebody else may sit than anybody took
    the place of.
    """
    now = {
        (pair["pair"], seat): player["player"]
        for pair in value["pairs"]
        for seat, player in enumerate(pair["players"], start=1)
    }
    corrected = _corrected_pairs(value)
    seats: dict[tuple[int, int], list[tuple[str, Value]]] = defaultdict(list)
    for index, each in enumerate(value["substitutions"]):
        where = f"substitutions[{index}]"
        refuse_unknown((each["pair"], each["seat"]), now, f"{where}.pair")
        if each["out"]["player"] == each["in"]["player"]:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.in.player")
        if each["pair"] not in corrected:
            seats[each["pair"], each["seat"]].append((where, each))
    for seat, changes in seats.items():
        _refuse_broken_line(changes, now[seat])


def _corrected_pairs(value: Value) -> set[object]:
    """The numbers of pairs whose names were corrected, as the log tells."""
    made = {sign_up["sign_up"]: sign_up["pair"] for sign_up in value["sign_ups"]}
    corrected: set[object] = set()
    for record in value["log"]:
        pair, sign_up = (record["details"].get(key) for key in ("pair", "sign_up"))
        if record["verb"] == CHANGE_PAIR_VERB and isinstance(pair, int):
            corrected.add(pair)
        elif record["verb"] == CHANGE_SIGN_UP_VERB and isinstance(sign_up, int):
            corrected.add(made.get(sign_up))
    return corrected


def _refuse_broken_line(changes: Sequence[tuple[str, Value]], now: int) -> None:
    """Raises ArchiveFault where somebody leaves a seat who was not in it, or the substitutions in
    force do not lead from who sat in it first to who sits there `now`."""
    first = int(changes[0][1]["out"]["player"])
    been = {first}
    owed = Counter({first: 1})
    owed[now] -= 1
    for where, change in changes:
        out, substitute = change["out"]["player"], change["in"]["player"]
        if out not in been:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.out.player")
        been.add(substitute)
        if change["undone"] is None:
            owed[out] -= 1
            owed[substitute] += 1
    if any(owed.values()):
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{changes[-1][0]}.in.player")
