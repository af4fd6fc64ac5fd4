"""A slot that starts late, and what follows from it for the slots behind it."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.faults import Fault, FaultCode
from scoring.schedule import Day


@dataclass(frozen=True, slots=True)
class Start:
    """When a slot starts and how long its longest match takes, in minutes."""

    minute: int
    length: int


def put_off(starts: Sequence[Start], minutes: int, days: Sequence[Day]) -> tuple[int, ...]:
    """The new starting minute of every slot, where the first of them starts `minutes` late.

    `starts` come in order of time, and `days` in order too, both counted from one common zero. A
    slot is moved only where it has to be and never to an earlier time: what kept clear of an
    earlier slot still does, so breaks and nights between take up a delay. A moved slot keeps out
    of breaks, and one that no longer fits its day starts on the next that can take it. Past the
    last day's end play just goes on. Raises `malformed` for no days, a delay below one minute, or
    starts out of order.
    """
    sound = bool(days) and minutes >= 1
    if not sound or list(starts) != sorted(starts, key=lambda start: start.minute):
        raise Fault(FaultCode.MALFORMED)
    new: list[int] = []
    for index, start in enumerate(starts):
        earliest = start.minute + (minutes if index == 0 else 0)
        for earlier, moved in zip(starts[:index], new, strict=True):
            apart = min(earlier.length, start.minute - earlier.minute)
            earliest = max(earliest, moved + apart)
        fits = earliest if earliest == start.minute else first_fit(earliest, start.length, days)
        new.append(fits)
    return tuple(new)


def first_fit(minute: int, length: int, days: Sequence[Day]) -> int:
    """The first minute from `minute` on at which a slot of this length fits a day of play, clear
    of its break; past the last day's end just the earliest. `days` as in `put_off`, at least one.
    """
    for day in days:
        fits = day.past_break(max(minute, day.starts), length)
        if fits + length <= day.ends:
            return fits
    return days[-1].past_break(max(minute, days[-1].starts), length)
