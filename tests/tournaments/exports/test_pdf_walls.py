"""What every list for the wall has in common, and the lists of pairs among them."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.formats import date_format
from pypdf import PdfReader
from reportlab.platypus import PageBreak

from tests.builders import actor, draw_and_publish, make_drawn_tournament, make_tournament
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.exports.reading import export, fonts_of, pdf_pages, squeezed
from tournaments.actions.draws import make_draw, publish_draw, take_back_draw
from tournaments.actions.entries import EnteredPair, EnteredPlayer, import_pairs
from tournaments.exports.pdf.wall import WholeTable
from tournaments.models import Draw, User
from tournaments.queries.draws import draws_of
from tournaments.queries.pairs import pairs_by_key, pairs_by_name

WALLS = ["entries", "draw", "schedule", "schedule-by-table", "standings"]
LABELS = {
    "entries": ["No Pair"],
    "draw": ["No Pair"],
    "schedule": ["Table Match"],
    "schedule-by-table": ["Starts Match Round"],
    "standings": ["# Pair Played Won Lost + − Tuppis", "Match Starts Table Pair A Pair B"],
}
A4 = (595, 842)
A3 = (842, 1191)


def sizes(content: bytes) -> set[tuple[int, int]]:
    boxes = [page.mediabox for page in PdfReader(BytesIO(content)).pages]
    return {(round(box.width), round(box.height)) for box in boxes}


def type_sizes(content: bytes) -> list[float]:
    """The type size of every piece of text on the first page as it is printed, in points."""
    found: list[float] = []

    def visit(text: str, page: list[float], line: list[float], _font: object, size: float) -> None:
        if text.strip():
            found.append(size * line[3] * page[3])

    PdfReader(BytesIO(content)).pages[0].extract_text(visitor_text=visit)
    return found


@pytest.mark.parametrize(
    ("name", "pairs", "pools", "page_count"),
    [
        ("entries", 5, 1, 1),
        ("entries", 33, 8, 4),
        ("entries", 96, 16, 11),
        ("draw", 5, 1, 1),
        ("draw", 33, 8, 5),
        ("draw", 96, 16, 16),
        ("schedule", 5, 1, 3),
        ("schedule", 33, 8, 10),
        ("schedule-by-table", 5, 1, 2),
        ("schedule-by-table", 33, 8, 9),
        ("schedule-by-table", 96, 16, 48),
        ("standings", 33, 8, 9),
    ],
)
def test_no_name_is_cut_and_labels_repeat_on_every_page(
    organiser: User, name: str, pairs: int, pools: int, page_count: int
) -> None:
    tournament = make_odd_event(organiser, pairs=pairs, pools=pools, tables=48)
    pages = pdf_pages(export(tournament, name, "pdf"))
    text = squeezed("".join(pages))
    for pair in pairs_by_key(tournament).values():
        assert all(squeezed(player.name) in text for player in pair.players)
    for number, page in enumerate(pages, start=1):
        assert any(label in page for label in LABELS[name])
        assert page.startswith("Outo & <i>tuppi</i> Kylätalo, 28.11.–29.11.2026 ")
        assert "Printed " in page
        assert page.endswith(f"Page {number}/{len(pages)}")
    assert len(pages) == page_count


@pytest.mark.parametrize("name", WALLS)
@pytest.mark.parametrize("pairs", [0, 1])
def test_an_event_with_hardly_anybody_in_it_has_one_page(
    organiser: User, name: str, pairs: int
) -> None:
    tournament = make_tournament(organiser, pairs=pairs)
    assert len(pdf_pages(export(tournament, name, "pdf"))) == 1


@pytest.mark.parametrize("name", WALLS)
def test_a3_is_the_same_pages_with_everything_larger(organiser: User, name: str) -> None:
    tournament = make_odd_event(organiser, pairs=9, pools=2)
    a4 = export(tournament, name, "pdf", paper="a4")
    a3 = export(tournament, name, "pdf", paper="a3")
    assert (sizes(a4), sizes(a3)) == ({A4}, {A3})
    assert pdf_pages(a3) == pdf_pages(a4)
    assert type_sizes(a3) == pytest.approx([size * 2**0.5 for size in type_sizes(a4)], rel=1e-3)


@pytest.mark.parametrize("name", WALLS)
@pytest.mark.parametrize("pairs", [0, 5])
def test_only_embedded_fonts_are_used(organiser: User, name: str, pairs: int) -> None:
    tournament = make_odd_event(organiser, pairs=pairs, pools=1 if pairs else 0)
    assert set(fonts_of(export(tournament, name, "pdf", paper="a3")).items()) <= {
        ("/AAAAAA+DejaVuSansCondensed", True),
        ("/AAAAAA+DejaVuSansCondensed-Bold", True),
    }


def test_entries_stand_in_finnish_order_with_numbers_players_and_clubs(organiser: User) -> None:
    tournament = make_tournament(organiser)
    names = ["Eero Öhman", "Aino Zetterberg", "Áilu Šaŋŋi", "Kalle Åström", "Liisa Ääri"]
    entries = [
        EnteredPair(
            EnteredPlayer(name, "Kemi"), EnteredPlayer(f"Matti Toinen{row}", "Oulu"), row=row
        )
        for row, name in enumerate(names, start=1)
    ]
    import_pairs(actor=actor(organiser), tournament=tournament, entries=entries, source="test")
    (page,) = pdf_pages(export(tournament, "entries", "pdf"))
    listed = [f"{pair.number} {pair.name} Kemi, Oulu" for pair in pairs_by_name(tournament)]
    assert "5 pairs No Pair " + " ".join(listed) in page
    assert [pair.players[0].name for pair in pairs_by_name(tournament)] == [
        "Áilu Šaŋŋi",
        "Aino Zetterberg",
        "Kalle Åström",
        "Liisa Ääri",
        "Eero Öhman",
    ]


def test_the_draw_has_its_seed_time_drawer_and_pools(organiser: User) -> None:
    organiser.first_name, organiser.last_name = "Olli", "Järjestäjä"
    organiser.save()
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    (page,) = pdf_pages(export(tournament, "draw", "pdf"))
    (view,) = draws_of(tournament)
    drawn_at = date_format(timezone.localtime(view.draw.drawn_at), "j.n.Y H.i.s")
    facts = f"Draw 1 Seed 52 Drawn {drawn_at} Drawn by Olli Järjestäjä Pool A No Pair"
    assert facts in page
    for label, pool in zip("AB", view.pools, strict=True):
        rows = " ".join(
            f"{number} {pair.name} {pair.clubs}".strip() for number, pair in pool if pair
        )
        assert f"Pool {label} No Pair {rows}" in page


def test_only_the_draw_that_counts_is_put_on_the_wall(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    take_back_draw(actor=actor(organiser), tournament=tournament)
    second = make_draw(actor=actor(organiser), tournament=tournament, pool_count=1, seed="7777")
    (page,) = pdf_pages(export(tournament, "draw", "pdf"))
    assert "The draw has not been made yet Pools with their pairs stand here" in page
    assert "7777" not in page
    publish_draw(actor=actor(organiser), tournament=tournament, number=second.number)
    (page,) = pdf_pages(export(tournament, "draw", "pdf"))
    assert "Draw 2 Seed 7777" in page
    assert Draw.objects.count() == 2


@pytest.mark.parametrize(("pairs", "pools"), [(64, 16), (33, 8)])
def test_a_pool_that_one_page_holds_is_not_parted(organiser: User, pairs: int, pools: int) -> None:
    tournament = draw_and_publish(organiser, make_tournament(organiser, pairs=pairs), pools)
    pages = pdf_pages(export(tournament, "draw", "pdf"))
    (view,) = draws_of(tournament)
    for number, pool in enumerate(view.pools):
        (page,) = [page for page in pages if f"Pool {chr(65 + number)} No" in page]
        assert all(pair and pair.name in page for _number, pair in pool)


@pytest.mark.parametrize(
    ("name", "count"), [("entries", 3), ("draw", 4), ("schedule-by-table", 4), ("schedule", 6)]
)
@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (32, 8)])
def test_queries_do_not_grow(
    organiser: User, name: str, count: int, pairs: int, pools: int
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    with CaptureQueriesContext(connection) as queries:
        export(tournament, name, "pdf", paper="a3")
    assert len(queries) == count


@pytest.mark.parametrize(
    ("rows", "parts"), [(8, [8]), (9, [6, 3]), (10, [7, 3]), (11, [8, 3]), (17, [8, 6, 3])]
)
def test_a_table_that_goes_on_leaves_three_rows_at_least_to_its_last_page(
    rows: int, parts: list[int]
) -> None:
    table = WholeTable(
        [["heading"], *([str(row)] for row in range(rows))], rowHeights=10, repeatRows=1
    )
    found: list[int] = []
    left = [table]
    while left:
        first, *left = (part for part in left[0].split(100, 90) if not isinstance(part, PageBreak))
        found.append(first._nrows - 1)
    assert found == parts
