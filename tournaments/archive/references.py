"""What stands in order, and what is named by its number."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any

from tournaments.archive.faults import ArchiveFault, FaultCode


def refuse_disorder(keys: Sequence[Any], where: str) -> None:
    """Raises ArchiveFault unless the keys ascend, each of them there once."""
    if list(keys) != sorted(set(keys)):
        raise ArchiveFault(FaultCode.ORDER, where)


def refuse_unknown(named: Hashable | None, known: Collection[Any], where: str) -> None:
    """Raises ArchiveFault for what is named and not there; None names nothing."""
    if named is not None and named not in known:
        raise ArchiveFault(FaultCode.REFERENCE, where)
