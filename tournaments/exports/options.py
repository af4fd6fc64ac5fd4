"""What may be chosen of a file, by the query of its address."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.exports.csv_dialects import DIALECTS, PLAIN, Dialect
from tournaments.models import Stage


class Paper(StrEnum):
    """Paper a PDF is laid out for; how it lies and is cut up is the file's own affair."""

    A3 = "a3"
    A4 = "a4"
    A5 = "a5"


@dataclass(frozen=True, slots=True)
class FileOptions:
    """How a file is wanted. A maker looks only at what its export offers.

    `round` is a round of the pools from 1, None for all of them; `match` the number of a match,
    None for all; `stage` the part of the event, None for all of it, and with it `round` is one of
    that part.
    """

    paper: Paper = Paper.A4
    round: int | None = None
    match: int | None = None
    stage: Stage | None = None
    dialect: Dialect = PLAIN


DEFAULTS = FileOptions()

_ROUND = re.compile("[1-9][0-9]{0,2}")
_MATCH = re.compile("[1-9][0-9]{0,4}")


class NotOfferedError(Exception):
    """An address asks for what the file is not made in."""


def read_options(
    query: Mapping[str, str],
    *,
    papers: tuple[Paper, ...],
    by_round: bool,
    by_match: bool,
    dialects: bool,
) -> FileOptions:
    """The options of an address: `paper`, `round` and `stage`, `match`, `dialect`, each where it is
    offered.

    Raises NotOfferedError for a value that is not. Other keys are passed over.
    """
    chosen = DEFAULTS
    if (paper := query.get("paper")) is not None:
        if paper not in papers:
            raise NotOfferedError("paper")
        chosen = replace(chosen, paper=Paper(paper))
    if (number := query.get("round")) is not None:
        if not by_round or not _ROUND.fullmatch(number):
            raise NotOfferedError("round")
        chosen = replace(chosen, round=int(number))
    if (stage := query.get("stage")) is not None:
        if not by_round or stage not in Stage.values:
            raise NotOfferedError("stage")
        chosen = replace(chosen, stage=Stage(stage))
    if (number := query.get("match")) is not None:
        if not by_match or not _MATCH.fullmatch(number):
            raise NotOfferedError("match")
        chosen = replace(chosen, match=int(number))
    if (name := query.get("dialect")) is not None:
        if not dialects or name not in DIALECTS:
            raise NotOfferedError("dialect")
        chosen = replace(chosen, dialect=DIALECTS[name])
    return chosen
