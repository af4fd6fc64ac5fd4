"""Whether confirmed results and calls for a referee hold together."""

from __future__ import annotations

from tournaments.archive.faults import ArchiveFault, FaultCode
from tournaments.archive.references import refuse_unknown
from tournaments.archive.text import Value
from tournaments.models import RefereeCall


def check_tables(value: Value) -> None:
    """Raises ArchiveFault for the first contradiction in what happened at the tables."""
    for index, match in enumerate(value["matches"]):
        _check_confirmations(match, f"matches[{index}]")
    matches = {match["match"]: match for match in value["matches"]}
    waiting: set[tuple[object, ...]] = set()
    for index, call in enumerate(value["calls"]):
        where = f"calls[{index}]"
        refuse_unknown(call["match"], matches, f"{where}.match")
        if (call["kind"] == RefereeCall.Kind.DISPUTE) != (call["side"] is not None):
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.side")
        if call["match"] is not None and call["revision"] is not None:
            refuse_unknown(
                call["revision"], _revisions(matches[call["match"]]), f"{where}.revision"
            )
        if call["answered"] is not None:
            _check_answer(call, matches, f"{where}.answered")
        asked = (call["match"], call["side"]) if call["side"] else (call["table"],)
        if call["answered"] is None and (call["match"] is not None or call["side"] is None):
            if asked in waiting:
                raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.answered")
            waiting.add(asked)


def _check_answer(call: Value, matches: dict[int, Value], where: str) -> None:
    """A dispute has an outcome, a call to come none; the sheet was answered at a revision of it."""
    answered = call["answered"]
    if call["side"] is None and answered["outcome"] is not None:
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.outcome")
    if (answered["revision"] is not None) and answered["outcome"] is None:
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.revision")
    if call["match"] is not None and answered["revision"] is not None:
        refuse_unknown(
            answered["revision"], _revisions(matches[call["match"]]), f"{where}.revision"
        )


def _check_confirmations(match: Value, where: str) -> None:
    """A pair confirms a revision of the sheet that there is, each once."""
    confirmed = set()
    for index, each in enumerate(match["confirmations"]):
        at = f"{where}.confirmations[{index}]"
        refuse_unknown(each["revision"], _revisions(match), f"{at}.revision")
        if (each["side"], each["revision"]) in confirmed:
            raise ArchiveFault(FaultCode.CONTRADICTION, at)
        confirmed.add((each["side"], each["revision"]))
    for side in ("a", "b"):
        revision = match["confirmed"][side]
        if revision is not None:
            refuse_unknown((side.upper(), revision), confirmed, f"{where}.confirmed.{side}")


def _revisions(match: Value) -> range:
    first = match["first_revision"] + 1
    return range(first, first + len(match["revisions"]))
