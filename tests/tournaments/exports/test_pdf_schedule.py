"""The schedule for the wall, by round and by table."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import make_drawn_tournament, make_tournament
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.exports.reading import export, fonts_of, pdf_pages, squeezed
from tournaments.exports.event_head import start_text
from tournaments.models import User
from tournaments.queries.matches import matches_of, rounds_of, schedule_of
from tournaments.queries.pairs import pairs_by_key


def test_every_start_has_its_tables_pairs_and_pools(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    text = " ".join(pdf_pages(export(tournament, "schedule", "pdf")))
    assert "Round 1 · Sat 28.11. 11.15 Table Match" in text
    assert "Round 2 · Sat 28.11. 12.35" in text
    for slot in schedule_of(tournament):
        for view in slot.matches:
            row = f"{view.match.table} {view.a.name} {view.b.name} Pool {view.pool.label}"
            assert row in text
    assert "Sits out:" not in text


def test_who_sits_out_is_told(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=5, pools=1)
    text = " ".join(pdf_pages(export(tournament, "schedule", "pdf")))
    for pair in pairs_by_key(tournament).values():
        assert text.count(f"Sits out: {pair.name}") == 1


def test_a_round_played_in_waves_stands_at_each_start(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1, tables=1)
    text = " ".join(pdf_pages(export(tournament, "schedule", "pdf")))
    headings = re.findall(r"Round (\d) · Sat 28\.11\. (\d\d\.\d\d)", text)
    assert headings == [
        ("1", "11.15"),
        ("1", "12.35"),
        ("2", "13.55"),
        ("2", "15.15"),
        ("3", "16.35"),
        ("3", "17.55"),
    ]


def test_a_start_with_two_rounds_is_told_under_each_of_them(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=9, pools=2, tables=3)
    mixed = [slot for slot in schedule_of(tournament) if len(slot.rounds) > 1]
    assert mixed
    by_round = rounds_of(tournament)
    assert [slot.rounds[0] for slot in by_round] == sorted(slot.rounds[0] for slot in by_round)
    assert all(len(slot.rounds) == 1 for slot in by_round)
    text = " ".join(pdf_pages(export(tournament, "schedule", "pdf")))
    assert text.count("Table Match") == len(by_round)
    for pair in pairs_by_key(tournament).values():
        sits_out = sum(pair in slot.sitting_out for slot in schedule_of(tournament))
        assert text.count(f"Sits out: {pair.name}") == sits_out
        assert sum(pair in slot.sitting_out for slot in by_round) == sits_out


def test_slots_that_start_together_are_told_as_one(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    before = schedule_of(tournament)
    last = max(tournament.matches.values_list("slot", flat=True))
    alone = before[0].matches[0].match
    tournament.matches.filter(pk=alone.pk).update(slot=last + 1)
    for told in (schedule_of, rounds_of):
        slots = told(tournament)
        assert [slot.starts_at for slot in slots] == [slot.starts_at for slot in before]
        assert [view.match.table for view in slots[0].matches] == [1, 2, 3, 4]


def test_one_round_can_be_had_alone(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=5, pools=1)
    (page,) = pdf_pages(export(tournament, "schedule", "pdf", round="2"))
    assert "Round 2 · Sat 28.11. 12.15" in page
    assert page.count("Round ") == 1
    second = [view for view in matches_of(tournament) if view.match.round == 2]
    assert all(f"{view.a.name} {view.b.name}" in page for view in second)
    assert page.count("Sits out: ") == 1


def test_a_round_that_is_not_played_says_so(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=5, pools=1)
    (page,) = pdf_pages(export(tournament, "schedule", "pdf", round="9"))
    assert "No round 9 The schedule has no matches in this round." in page


def test_every_table_has_its_matches_by_time(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    text = " ".join(pdf_pages(export(tournament, "schedule-by-table", "pdf")))
    blocks = re.split(r"Table (\d+) Starts Match Round ", text)
    numbers, tables = blocks[1::2], blocks[2::2]
    assert numbers == ["1", "2", "3", "4"]
    for number, block in zip(numbers, tables, strict=True):
        own = [view for view in matches_of(tournament) if view.match.table == int(number)]
        own.sort(key=lambda view: view.match.slot)
        rows = [
            f"{start_text(view.match.starts_at)} {view.a.name} {view.b.name} "
            f"{view.match.round} Pool {view.pool.label}"
            for view in own
        ]
        assert block.startswith(" ".join(rows))


def test_no_match_or_two_of_a_start_stand_alone_on_a_page(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=64, pools=16, tables=32)
    pages = pdf_pages(export(tournament, "schedule", "pdf"))
    counts = [len(re.findall(r"Aino \S+ – Eero \S+ Aino", page)) for page in pages]
    assert sum(counts) == 96
    assert min(counts) >= 3


@pytest.mark.parametrize(("pairs", "pools", "page_count"), [(20, 1, 38), (96, 16, 35)])
def test_no_name_is_cut_and_headings_repeat(
    organiser: User, pairs: int, pools: int, page_count: int
) -> None:
    tournament = make_odd_event(organiser, pairs=pairs, pools=pools, tables=48)
    pages = pdf_pages(export(tournament, "schedule", "pdf"))
    text = squeezed("".join(pages))
    for pair in pairs_by_key(tournament).values():
        assert all(squeezed(player.name) in text for player in pair.players)
    assert all("Table Match" in page for page in pages)
    assert len(pages) == page_count


@pytest.mark.parametrize("pairs", [0, 1, 5])
def test_an_event_without_a_schedule_says_so(organiser: User, pairs: int) -> None:
    tournament = make_tournament(organiser, pairs=pairs)
    (page,) = pdf_pages(export(tournament, "schedule", "pdf"))
    assert "No schedule yet Rounds, tables and times are made" in page


def test_only_embedded_fonts_are_used(organiser: User) -> None:
    tournament = make_odd_event(organiser, pairs=5, pools=1)
    assert fonts_of(export(tournament, "schedule", "pdf")) == {
        "/AAAAAA+DejaVuSansCondensed": True,
        "/AAAAAA+DejaVuSansCondensed-Bold": True,
    }


@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (32, 8)])
def test_queries_do_not_grow(organiser: User, pairs: int, pools: int) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    with CaptureQueriesContext(connection) as queries:
        export(tournament, "schedule", "pdf")
    assert len(queries) == 6
