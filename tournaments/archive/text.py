"""The text of an archive: always the same bytes for the same event, read with suspicion."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from tournaments.archive.faults import ArchiveFault, FaultCode

FORMAT = "tuppiliitto-archive"
VERSION = 3
"""The version written. Older ones are taken too: `versions` makes them of this one."""

MAX_BYTES = 16 * 1024 * 1024
"""The largest file taken. An event of 400 pairs, every deal typed by itself, is about half."""

MAX_DEPTH = 16
"""How deeply lists and objects stand in each other at most."""

MAX_NUMBER = 2**53
"""The largest whole number, either side of 0, that every reader of JSON keeps."""

SEAL = "sha256"

Value = dict[str, Any]

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def sealed(value: Value) -> Value:
    """The archive `value` with its format, its version and the digest of it all."""
    whole = {"format": FORMAT, "version": VERSION, **value}
    return {**whole, SEAL: digest_of(whole)}


def digest_of(value: Value) -> str:
    """SHA-256 of the compact JSON of everything but the seal, keys sorted, in UTF-8."""
    told = {key: each for key, each in value.items() if key != SEAL}
    return hashlib.sha256(_compact(told).encode()).hexdigest()


def to_bytes(value: Value) -> bytes:
    """The file: keys sorted, UTF-8, each thing of a list at the top on a line of its own."""
    parts = []
    for key in sorted(value):
        each = value[key]
        if isinstance(each, list) and each:
            lines = ",\n".join(_compact(item) for item in each)
            parts.append(f"{_compact(key)}:[\n{lines}\n]")
        else:
            parts.append(f"{_compact(key)}:{_compact(each)}")
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


def read_bytes(content: bytes) -> Value:
    """The value of an archive's file, whose seal is whole, in the version it was written in; what
    it holds is still to be checked.

    Raises ArchiveFault for a file that is too large or no JSON that archives are made of, that is
    foreign, of a newer version, or changed since it was made.
    """
    if len(content) > MAX_BYTES:
        raise ArchiveFault(FaultCode.TOO_LARGE)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ArchiveFault(FaultCode.NOT_TEXT) from None
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_float=_refuse_number,
            parse_int=_whole,
            parse_constant=_refuse_number,
        )
    except RecursionError:
        raise ArchiveFault(FaultCode.TOO_DEEP) from None
    except ValueError:
        raise ArchiveFault(FaultCode.NOT_JSON) from None
    _refuse_unfit(value)
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise ArchiveFault(FaultCode.FOREIGN)
    version = value.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ArchiveFault(FaultCode.FOREIGN)
    if version > VERSION:
        raise ArchiveFault(FaultCode.NEWER)
    if value.get(SEAL) != digest_of(value):
        raise ArchiveFault(FaultCode.CHANGED)
    return value


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _object(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ArchiveFault(FaultCode.DOUBLED_KEY)
    return found


def _refuse_number(text: str) -> NoReturn:
    raise ArchiveFault(FaultCode.UNFIT_NUMBER)


def _whole(text: str) -> int:
    # Longer than any number taken: it is not even reckoned.
    if len(text) > 20 or text == "-0" or abs(number := int(text)) > MAX_NUMBER:
        raise ArchiveFault(FaultCode.UNFIT_NUMBER)
    return number


def _refuse_unfit(value: object) -> None:
    """Raises ArchiveFault for what is nested too deeply, and for text no database keeps."""
    waiting: list[tuple[object, int]] = [(value, 1)]
    while waiting:
        each, depth = waiting.pop()
        if isinstance(each, str):
            if not is_storable(each):
                raise ArchiveFault(FaultCode.UNFIT_TEXT)
        elif isinstance(each, (dict, list)):
            if depth > MAX_DEPTH:
                raise ArchiveFault(FaultCode.TOO_DEEP)
            if isinstance(each, dict):
                waiting += [(key, depth) for key in each]
                waiting += [(inner, depth + 1) for inner in each.values()]
            else:
                waiting += [(inner, depth + 1) for inner in each]


def is_storable(text: str) -> bool:
    """Whether a text can be kept: no zero character, no half of a surrogate pair."""
    return _UNSTORABLE.search(text) is None
