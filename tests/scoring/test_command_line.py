"""`python -m scoring`: one line out for every line in, whatever comes."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.command_line import LONGEST_LINE, USAGE, main

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
EMPTY_SHEET = b'{"format": "fixed", "deals": 12, "entries": []}'
MALFORMED = {"error": {"code": "malformed", "entry": None}}


def call(verb: str, text: bytes) -> tuple[int, list[Any]]:
    """Exit status and answers for what is fed in."""
    out = io.BytesIO()
    status = main([verb], io.BytesIO(text), out, io.StringIO())
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize(
    "verb, file_name, key", [("replay", "matches.jsonl", "record"), ("rank", "pools.jsonl", "pool")]
)
def test_the_published_examples_are_answered_in_order(
    verb: str, file_name: str, key: str, tmp_path: Path
) -> None:
    lines = (HERE / file_name).read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    questions = tmp_path / "questions.jsonl"
    questions.write_text("".join(json.dumps(case[key]) + "\n" for case in cases), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "scoring", verb, str(questions)], cwd=ROOT, capture_output=True
    )
    assert [json.loads(line) for line in run.stdout.splitlines()] == [
        case["expect"] for case in cases
    ]
    assert (run.returncode, run.stderr) == (1, b"")


def test_the_rules_need_neither_django_nor_anything_else_installed() -> None:
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from scoring.command_line import main
import scoring.draw, scoring.notation
sys.exit(main(["replay"], sys.stdin.buffer, sys.stdout.buffer, sys.stderr))
"""],
        input=EMPTY_SHEET,
        capture_output=True,
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, b"")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b" ",
        b"no json",
        b"7",
        b"null",
        b'{"format": "fixed", "deals": NaN, "entries": []}',
        b'{"format": "fixed", "deals": 1e999, "entries": []}',
        b'{"format": "fixed", "deals": ' + b"9" * 5000 + b', "entries": []}',
        b'{"format": "fixed", "format": "fixed", "deals": 12, "entries": []}',
        b"[" * 100_000,
        b'{"x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b"\xff\xfe{}",
        b'"\xed\xa0\x80"',
        b"\x00",
        b'"\\ud800"',
        b'"' + b"x" * 10_000_000,
        b'"' + b"x" * LONGEST_LINE + b'"',
    ],
    ids=lambda line: repr(line[:20]),
)
@pytest.mark.parametrize("verb", ["replay", "rank"])
def test_a_line_that_cannot_be_is_refused_and_the_next_one_answered(verb: str, line: bytes) -> None:
    status, answers = call(verb, line + b"\n" + EMPTY_SHEET + b"\n")
    assert (status, answers[0], len(answers)) == (1, MALFORMED, 2)
    assert ("error" in answers[1]) == (verb == "rank")


def test_a_long_line_that_keeps_the_rules_is_answered() -> None:
    long = EMPTY_SHEET[:-1] + b', "note": "' + b"x" * 10_000_000 + b'"}'
    status, answers = call("replay", long)
    assert (status, answers[0]["state"]) == (0, "playing")


def test_lines_may_end_as_on_windows_or_not_at_all() -> None:
    status, answers = call("replay", EMPTY_SHEET + b"\r\n" + EMPTY_SHEET)
    assert (status, len(answers)) == (0, 2)


def test_nothing_in_is_nothing_out() -> None:
    assert call("replay", b"") == (0, [])


def test_an_answer_is_one_line_whatever_the_pairs_are_called() -> None:
    pool = json.dumps({"pairs": ["\u2028\u0085\n", "\u00c4ij\u00e4"], "matches": []})
    status, answers = call("rank", pool.encode())
    assert (status, [each["pair"] for each in answers[0]]) == (
        0,
        ["\u2028\u0085\n", "\u00c4ij\u00e4"],
    )


def test_a_pool_of_hundreds_parted_one_by_one_is_answered() -> None:
    pairs = list(range(120))
    matches = [
        {"a": a, "b": b, "winner": a, "points": {"a": 4, "b": 0}} for a in pairs for b in pairs[:a]
    ]
    status, answers = call("rank", json.dumps({"pairs": pairs, "matches": matches}).encode())
    assert (status, [each["pair"] for each in answers[0]]) == (0, pairs[::-1])


@pytest.mark.parametrize(
    "arguments",
    [[], ["play"], ["replay", "-", "-"], ["rank", "no/such/file"], ["replay", str(HERE)]],
    ids=" ".join,
)
def test_a_wrong_call_says_how_to_call(arguments: list[str]) -> None:
    out, said = io.BytesIO(), io.StringIO()
    status = main(arguments, io.BytesIO(EMPTY_SHEET), out, said)
    assert (status, out.getvalue()) == (2, b"")
    assert said.getvalue().endswith(USAGE + "\n")


def test_whoever_stops_reading_early_ends_it_quietly() -> None:
    asking = subprocess.Popen(
        [sys.executable, "-m", "scoring", "replay"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert asking.stdout is not None
    asking.stdout.close()
    _, said = asking.communicate((EMPTY_SHEET + b"\n") * 2000)
    assert (asking.returncode, said) == (1, b"")


@given(st.lists(st.binary(max_size=30).map(lambda line: line.replace(b"\n", b"")), max_size=5))
def test_any_bytes_get_one_answer_a_line(lines: list[bytes]) -> None:
    for verb in ("replay", "rank"):
        _, answers = call(verb, b"".join(line + b"\n" for line in lines))
        assert len(answers) == len(lines)
