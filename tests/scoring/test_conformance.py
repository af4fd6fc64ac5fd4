"""Every published example of a match and of a pool gets exactly its published answer.

The examples are copies; where the shared folder lies beside the project they must be equal to it.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.faults import Fault
from scoring.records import (
    rank_record,
    replay_record,
    write_fault,
    write_ledger,
    write_standings,
)

HERE = Path(__file__).parent
SHARED = HERE.parents[2] / "shared" / "conformance"
COPIES = sorted(HERE.glob("*.jsonl"))
PUBLISHED = sorted(SHARED.glob("*.jsonl"))


def cases(file_name: str) -> list[Any]:
    lines = (HERE / file_name).read_text(encoding="utf-8").splitlines()
    return [pytest.param(case, id=case["name"]) for case in map(json.loads, lines)]


@pytest.mark.parametrize("case", cases("matches.jsonl"))
def test_a_match_record_gets_its_ledger(case: dict[str, Any]) -> None:
    try:
        answer = write_ledger(replay_record(case["record"]))
    except Fault as fault:
        answer = write_fault(fault)
    assert answer == case["expect"]


@pytest.mark.parametrize("case", cases("pools.jsonl"))
def test_a_pool_record_gets_its_places(case: dict[str, Any]) -> None:
    answer: Any
    try:
        answer = write_standings(rank_record(case["pool"]))
    except Fault as fault:
        answer = write_fault(fault)
    assert answer == case["expect"]


def test_no_example_has_gone_missing() -> None:
    counts = {path.name: len(cases(path.name)) for path in COPIES}
    assert counts == {"matches.jsonl": 311, "pools.jsonl": 163}


# Without the shared folder there is nothing to compare with: the copies stand for themselves.
if PUBLISHED:

    @pytest.mark.parametrize("published", [pytest.param(each, id=each.name) for each in PUBLISHED])
    def test_the_copy_is_the_published_file(published: Path) -> None:
        assert (HERE / published.name).read_bytes() == published.read_bytes()
