"""Records both ways, the order in which faults are judged, and any JSON whatever."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from score_sheets import Sheet, answer, sheets

from scoring.faults import Fault, FaultCode
from scoring.ledger import replay
from scoring.records import (
    rank_record,
    read_entry,
    read_match,
    replay_record,
    write_ledger,
    write_match,
    write_standings,
)

NOLO = {"kind": "deal", "game": "nolo", "tricks_a": 4}
TUPPI = {"kind": "deal", "game": "rami", "declarer": "A", "tricks_a": 0}


def refusal(*entries: Any, **match: Any) -> tuple[str, int | None]:
    with pytest.raises(Fault) as refused:
        replay_record({"format": "fixed", "deals": 12, "entries": list(entries)} | match)
    return refused.value.code.value, refused.value.entry


@given(sheets())
def test_a_sheet_reads_back_from_its_record(sheet: Sheet) -> None:
    record = write_match(*sheet)
    assert read_match(record) == sheet
    assert replay_record(record) == replay(*sheet)


@pytest.mark.parametrize(
    "entry, code",
    [
        ({"kind": "deal", "game": "nolo", "tricks_a": 4, "declarer": None}, None),
        ({"kind": "deal", "game": "rami", "tricks_a": 4, "declarer": None}, "declarer_missing"),
        ({"kind": "deal", "game": "rami", "tricks_a": 4, "declarer": "C"}, "malformed"),
        ({"kind": "deal", "game": "nolo", "tricks_a": 4, "declarer": "C"}, "declarer_in_nolo"),
        ({"kind": "deal", "tricks_a": 4}, "unknown_game"),
        ({"kind": "deal", "game": ["nolo"], "tricks_a": 4}, "malformed"),
        ({"kind": ["deal"]}, "malformed"),
        ({"kind": "deal", "game": "nolo", "tricks_a": 4.0}, "malformed"),
        ({"kind": "deal", "game": "nolo", "tricks_a": None}, "malformed"),
        ({"kind": "deal", "game": "nolo", "tricks_a": 4, "offence": "revoke"}, "malformed"),
        ({"kind": "deal", "game": "nolo", "winner": "A", "offence": "revoke"}, "malformed"),
        ({"kind": "penalty", "offence": "revoke", "against": "A"}, "unknown_offence"),
        ({"kind": "penalty", "against": "A"}, "unknown_offence"),
        ({"kind": "penalty", "offence": "whistling", "against": "C"}, "malformed"),
        (
            {"kind": "penalty", "offence": "faulty_show", "against": "A", "counts_as_deal": 1},
            "malformed",
        ),
        ({"kind": "award", "to": "A", "reason": "rain"}, "unknown_offence"),
        ({"kind": "result", "winner": "A", "total": {"A": 60}}, "malformed"),
        ({"kind": "result", "winner": "A", "total": {"A": 60, "B": True}}, "malformed"),
    ],
)
def test_an_entry_is_read_or_refused_with_its_code(entry: Any, code: str | None) -> None:
    read = answer(read_entry, entry, 3)
    refused = (read.code.value, read.entry) if isinstance(read, Fault) else None
    assert refused == (None if code is None else (code, 3))


def test_one_entry_read_by_itself_is_judged_by_its_values_too() -> None:
    with pytest.raises(Fault) as refused:
        read_entry({"kind": "deal", "game": "nolo", "tricks_a": 14})
    assert (refused.value.code, refused.value.entry) == ("tricks_out_of_range", None)


def test_the_first_entry_at_fault_is_named() -> None:
    assert refusal(NOLO, {"kind": "bid"}, NOLO | {"tricks_a": 14}) == ("malformed", 1)
    assert refusal(NOLO, NOLO | {"tricks_a": 14}, {"kind": "bid"}) == ("tricks_out_of_range", 1)


def test_after_the_end_nothing_else_is_judged() -> None:
    assert refusal(TUPPI, 7) == ("match_over", 1)


def test_the_game_is_judged_before_the_outcome_and_its_form_before_its_values() -> None:
    assert refusal({"kind": "deal", "game": "sooli", "tricks_a": 99}) == ("unknown_game", 0)
    assert refusal({"kind": "deal", "game": "rami"}) == ("declarer_missing", 0)
    assert refusal(NOLO | {"tricks_a": 14, "winner": "A"}) == ("malformed", 0)


@pytest.mark.parametrize(
    "match",
    [
        {"entries": None},
        {"entries": {}},
        {"deals": True},
        {"deals": 12.0},
        {"deals": -1},
        {"format": None},
        {"format": "best_of_three"},
        {"format": "to_tuppi"},
        {"format": ["fixed"]},
    ],
)
def test_an_unsound_match_is_refused_before_its_entries(match: dict[str, Any]) -> None:
    entries = match.get("entries", [7])
    assert refusal(**({"entries": entries} | match)) == ("malformed", None)


def pool(**change: Any) -> dict[str, Any]:
    match = {"a": "P", "b": "Q", "winner": "P", "points": {"a": 52, "b": 0}}
    return {"pairs": ["P", "Q"], "matches": [match]} | change


@pytest.mark.parametrize(
    "record",
    [
        None,
        {},
        pool(pairs=None),
        pool(pairs=["P", ["Q"]]),
        pool(pairs=["P", "Q", True]),
        pool(pairs=["P", "Q", "\ud800"]),
        pool(pairs=["P", "Q", 10**30]),
        pool(lots=["P", "P"]),
        pool(lots=["R"]),
        pool(lots=None),
        pool(play_off=[{}]),
        pool(matches=[{"a": "P", "b": "Q", "winner": None, "points": {"a": 52, "b": 0}}]),
        pool(matches=[{"a": "P", "b": "Q", "winner": "R", "points": {"a": 52, "b": 0}}]),
        pool(matches=[{"a": "P", "b": "Q", "winner": "P", "points": {"a": -4, "b": 0}}]),
        pool(matches=[{"a": "P", "b": "Q", "winner": "P", "points": {"a": 10**4000, "b": 0}}]),
        pool(matches=[{"a": "P", "b": "Q", "winner": "P", "points": [52, 0]}]),
    ],
)
def test_an_unsound_pool_is_malformed(record: Any) -> None:
    with pytest.raises(Fault) as refused:
        rank_record(record)
    assert (refused.value.code, refused.value.entry) == ("malformed", None)


WORDS = [
    "A", "B", "a", "b", "against", "award", "counts_as_deal", "deal", "deals", "declarer",
    "entries", "failed_spread", "faulty_show", "fixed", "forfeit", "format", "game", "kind",
    "lots", "matches", "nolo", "offence", "pairs", "penalty", "play_off", "points", "rami",
    "reason", "result", "revoke", "signalling", "to", "to_tuppi", "total", "tricks_a",
    "tricks_before", "tuppi", "winner",
]  # fmt: skip
texts = st.one_of(st.sampled_from(WORDS), st.text(max_size=3))
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 14),
    st.integers(),
    st.floats(allow_nan=False),
    texts,
)
anything = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts, inner, max_size=6)),
    max_leaves=20,
)
nearly_entries = st.fixed_dictionaries(
    {
        "kind": st.one_of(
            st.sampled_from(["deal", "penalty", "award", "result", "deal"]), anything
        ),
        "game": st.one_of(st.sampled_from(["rami", "nolo"]), anything),
    },
    optional={
        "declarer": st.one_of(st.sampled_from(["A", "B"]), anything),
        "tricks_a": st.one_of(st.integers(-1, 14), anything),
        "winner": st.one_of(st.sampled_from(["A", "B"]), anything),
        "offence": st.one_of(st.sampled_from(["revoke", "faulty_show"]), anything),
        "against": st.one_of(st.sampled_from(["A", "B"]), anything),
        "tricks_before": st.one_of(
            st.fixed_dictionaries({"A": st.integers(-1, 14), "B": st.integers(-1, 14)}), anything
        ),
        "total": st.one_of(
            st.fixed_dictionaries({"A": st.integers(-4, 99), "B": st.integers(-4, 99)}), anything
        ),
        "to": st.one_of(st.sampled_from(["A", "B"]), anything),
        "reason": st.one_of(st.sampled_from(["forfeit", "late"]), anything),
        "tuppi": st.one_of(st.booleans(), anything),
        "counts_as_deal": st.one_of(st.booleans(), anything),
    },
)
nearly_matches = st.fixed_dictionaries(
    {
        "format": st.one_of(st.sampled_from(["fixed", "to_tuppi", "play_off"]), anything),
        "deals": st.one_of(st.sampled_from([None, 4, 12]), anything),
        "entries": st.one_of(st.lists(st.one_of(nearly_entries, anything), max_size=5), anything),
    }
)
nearly_played = st.fixed_dictionaries(
    {
        "a": st.one_of(st.sampled_from(["a", "b", 1]), anything),
        "b": st.one_of(st.sampled_from(["a", "b", 1]), anything),
        "winner": st.one_of(st.sampled_from(["a", "b", 1]), anything),
        "points": st.one_of(
            st.fixed_dictionaries({"a": st.integers(-1, 99), "b": st.integers(-1, 99)}), anything
        ),
    }
)
nearly_pools = st.fixed_dictionaries(
    {
        "pairs": st.one_of(st.lists(st.sampled_from(["a", "b", 1]), max_size=3), anything),
        "matches": st.one_of(st.lists(nearly_played, max_size=3), anything),
    },
    optional={
        "play_off": st.one_of(st.lists(nearly_played, max_size=3), anything),
        "lots": st.one_of(st.lists(st.sampled_from(["a", "b", 1]), max_size=3), anything),
    },
)


@given(st.one_of(anything, nearly_matches, nearly_matches))
def test_whatever_comes_as_a_match_is_a_ledger_or_a_coded_refusal(record: Any) -> None:
    ledger = answer(replay_record, record)
    if isinstance(ledger, Fault):
        assert ledger.code in FaultCode
        assert ledger.entry is None or 0 <= ledger.entry < len(record["entries"])
    else:
        assert len(write_ledger(ledger)["rows"]) == len(record["entries"])


@given(st.one_of(anything, nearly_pools, nearly_pools))
def test_whatever_comes_as_a_pool_is_ranked_or_malformed(record: Any) -> None:
    standings = answer(rank_record, record)
    if isinstance(standings, Fault):
        assert (standings.code, standings.entry) == (FaultCode.MALFORMED, None)
    else:
        assert len(write_standings(standings)) == len(record["pairs"])
