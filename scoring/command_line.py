"""The rules from the command line: one JSON value a line in, one line out for every line in.

`replay` answers a match record with its ledger, `rank` a pool with its places. Whatever a line
holds, its answer is a record or a coded refusal.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import IO, Any, Final, Never

from scoring.faults import Fault, FaultCode
from scoring.records import (
    rank_record,
    replay_record,
    write_fault,
    write_ledger,
    write_standings,
)

USAGE: Final = "usage: python -m scoring (replay | rank) [FILE | -]"
LONGEST_LINE: Final = 16 * 1024 * 1024
"""Bytes; a longer line is refused without being held in memory."""

_ANSWERS: Final[Mapping[str, Callable[[object], object]]] = {
    "replay": lambda record: write_ledger(replay_record(record)),
    "rank": lambda record: write_standings(rank_record(record)),
}


def main(arguments: Sequence[str], stdin: IO[bytes], stdout: IO[bytes], stderr: IO[str]) -> int:
    """Answer every line of the named file, or of `stdin` where none or "-" is named.

    Returns the exit status: 0, 1 where any line was refused, 2 for a wrong call.
    """
    if not 1 <= len(arguments) <= 2 or arguments[0] not in _ANSWERS:
        stderr.write(USAGE + "\n")
        return 2
    answer = _ANSWERS[arguments[0]]
    with ExitStack() as stack:
        source = stdin
        if list(arguments[1:]) not in ([], ["-"]):
            try:
                source = stack.enter_context(open(arguments[1], "rb"))
            except OSError as error:
                stderr.write(f"{error}\n{USAGE}\n")
                return 2
        return _answer_lines(answer, source, stdout)


def _answer_lines(answer: Callable[[object], object], source: IO[bytes], target: IO[bytes]) -> int:
    status = 0
    for line in _lines(source):
        try:
            written = answer(_value_of(line))
        except Fault as fault:
            written = write_fault(fault)
            status = 1
        target.write(json.dumps(written).encode("ascii") + b"\n")
    target.flush()
    return status


def _lines(source: IO[bytes]) -> Iterator[bytes | None]:
    """The lines without their ends; None for one that is longer than LONGEST_LINE."""
    while line := source.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(LONGEST_LINE)
        yield None


def _value_of(line: bytes | None) -> object:
    """The JSON value of a line. Raises `malformed` for anything that is no sound JSON."""
    if line is None:
        raise Fault(FaultCode.MALFORMED)
    try:
        return json.loads(
            line.decode("utf-8"), object_pairs_hook=_object, parse_constant=_no_number
        )
    # Nested too deeply; no UTF-8, no JSON or a number of thousands of digits.
    except (RecursionError, ValueError):
        raise Fault(FaultCode.MALFORMED) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys stand once: which of two was meant nobody can tell."""
    record = dict(pairs)
    if len(record) != len(pairs):
        raise Fault(FaultCode.MALFORMED)
    return record


def _no_number(name: str) -> Never:
    raise Fault(FaultCode.MALFORMED)
