"""The addresses files are fetched from."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.builders import add_referee, make_drawn_tournament, make_tournament, signed_in
from tests.tournaments.exports.reading import pdf_pages
from tournaments.exports.event_head import event_head
from tournaments.exports.pdf.cutting import WHOLE, cut_document
from tournaments.exports.pdf.sheet_form import form_to_play
from tournaments.exports.pdf.sheet_pages import sheet_faces
from tournaments.exports.registry import EXPORTS, STAFF_EXPORTS
from tournaments.models import Tournament, User
from tournaments.queries.matches import matches_of

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
KINDS = [
    ("entries", "pdf", "application/pdf", "inline"),
    ("draw", "pdf", "application/pdf", "inline"),
    ("schedule", "pdf", "application/pdf", "inline"),
    ("schedule-by-table", "pdf", "application/pdf", "inline"),
    ("knockout", "pdf", "application/pdf", "inline"),
    ("knockout", "csv", "text/csv; charset=utf-8", "attachment"),
    ("knockout", "json", "application/json", "attachment"),
    ("standings", "pdf", "application/pdf", "inline"),
    ("standings", "xlsx", XLSX, "attachment"),
    ("standings", "csv", "text/csv; charset=utf-8", "attachment"),
    ("standings", "json", "application/json", "attachment"),
    ("final-results", "pdf", "application/pdf", "inline"),
    ("places", "csv", "text/csv; charset=utf-8", "attachment"),
    ("places", "json", "application/json", "attachment"),
    ("score-sheets", "pdf", "application/pdf", "inline"),
    ("score-sheets-blank", "pdf", "application/pdf", "inline"),
    ("score-sheets-filled", "pdf", "application/pdf", "inline"),
    ("results", "xlsx", XLSX, "attachment"),
    ("workbook", "xlsx", XLSX, "attachment"),
    ("result-form", "xlsx", XLSX, "attachment"),
    ("pairs", "csv", "text/csv; charset=utf-8", "attachment"),
    ("schedule", "csv", "text/csv; charset=utf-8", "attachment"),
    ("matches", "csv", "text/csv; charset=utf-8", "attachment"),
    ("deals", "csv", "text/csv; charset=utf-8", "attachment"),
    ("event", "json", "application/json", "attachment"),
    ("pairs", "json", "application/json", "attachment"),
    ("draws", "json", "application/json", "attachment"),
    ("schedule", "json", "application/json", "attachment"),
    ("matches", "json", "application/json", "attachment"),
    ("rulings", "json", "application/json", "attachment"),
    ("poster", "pdf", "application/pdf", "inline"),
]


def address(tournament: Tournament, name: str, kind: str) -> str:
    return reverse("export", args=[tournament.slug, name, kind])


def test_every_file_is_tested_here() -> None:
    assert [(name, kind) for name, kind, _type, _disposition in KINDS] == list(EXPORTS)


@pytest.mark.parametrize(("name", "kind", "content_type", "disposition"), KINDS)
def test_anyone_gets_a_file_of_its_type_and_name(
    organiser: User, client: Client, name: str, kind: str, content_type: str, disposition: str
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    answer = client.get(address(tournament, name, kind))
    assert answer.status_code == 200
    assert answer["Content-Type"] == content_type
    assert answer["Content-Disposition"] == (
        f'{disposition}; filename="testituppi-2026-{name}.{kind}"'
    )
    assert len(answer.content) > 80


@pytest.mark.parametrize(("name", "kind", "content_type", "disposition"), KINDS)
def test_an_event_with_nobody_in_it_still_has_its_files(
    organiser: User, client: Client, name: str, kind: str, content_type: str, disposition: str
) -> None:
    tournament = make_tournament(organiser)
    answer = client.get(address(tournament, name, kind))
    assert (answer.status_code, answer["Content-Type"]) == (200, content_type)


@pytest.mark.parametrize(("name", "kind", "content_type", "disposition"), KINDS)
def test_head_answers_without_the_file(
    organiser: User, client: Client, name: str, kind: str, content_type: str, disposition: str
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    answer = client.head(address(tournament, name, kind))
    assert (answer.status_code, answer["Content-Type"]) == (200, content_type)
    assert answer.content == b""


@pytest.mark.parametrize(
    ("name", "kind"), [("standings", "docx"), ("secrets", "pdf"), ("results", "csv")]
)
def test_no_such_file_is_answered_404(
    organiser: User, client: Client, name: str, kind: str
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    assert client.get(address(tournament, name, kind)).status_code == 404


def test_no_file_can_be_posted(organiser: User, client: Client) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    assert client.post(address(tournament, "standings", "pdf")).status_code == 405


def test_the_files_of_a_draft_are_its_staffs(organiser: User, client: Client) -> None:
    tournament = make_tournament(organiser, pairs=4, public=False)
    path = address(tournament, "standings", "pdf")
    assert client.get(path).status_code == 404
    assert signed_in(organiser).get(path).status_code == 200


def test_pdfs_made_at_the_same_time_do_not_disturb_each_other(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    head = event_head(tournament)
    views = matches_of(tournament)

    def sheet(number: int) -> list[str]:
        with translation.override("en"):
            faces = sheet_faces(head, form_to_play(views[number]))
            return pdf_pages(cut_document("sheet", faces, WHOLE))

    alone = [sheet(number) for number in range(len(views))]
    with ThreadPoolExecutor(max_workers=4) as pool:
        together = list(pool.map(sheet, range(len(views))))
    assert together == alone


def test_a_csv_file_has_a_second_dialect_for_finnish_excel(organiser: User, client: Client) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    path = address(tournament, "standings", "csv")
    plain = client.get(path).content.decode("utf-8")
    excel = client.get(path, {"dialect": "excel"}).content
    assert excel.startswith(b"\xef\xbb\xbf")
    assert excel.decode("utf-8-sig").splitlines()[0] == plain.splitlines()[0].replace(",", ";")
    assert client.get(path, {"dialect": "plain"}).content.decode("utf-8") == plain


@pytest.mark.parametrize(
    ("name", "kind", "query"),
    [
        ("standings", "csv", {"dialect": "tab"}),
        ("standings", "json", {"dialect": "excel"}),
        ("standings", "csv", {"paper": "a4"}),
        ("results", "xlsx", {"round": "1"}),
        ("standings", "pdf", {"paper": "letter"}),
        ("score-sheets", "pdf", {"paper": "a3"}),
        ("score-sheets", "pdf", {"match": "1"}),
        ("score-sheets-blank", "pdf", {"round": "1"}),
        ("score-sheets-filled", "pdf", {"match": "0"}),
        ("score-sheets-filled", "pdf", {"match": "١"}),
        ("standings", "pdf", {"paper": "a5"}),
        ("standings", "pdf", {"round": "1"}),
        ("schedule", "pdf", {"round": "0"}),
    ],
)
def test_a_file_is_not_found_as_it_is_not_made(
    organiser: User, client: Client, name: str, kind: str, query: dict[str, str]
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    assert client.get(address(tournament, name, kind), query).status_code == 404


def test_what_an_address_asks_beyond_the_options_is_passed_over(
    organiser: User, client: Client
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    assert client.get(address(tournament, "standings", "csv"), {"v": "2"}).status_code == 200


def staff_address(tournament: Tournament, name: str, kind: str) -> str:
    return reverse("manage-export", args=[tournament.slug, name, kind])


@pytest.mark.parametrize("name", ["table-cards", "pair-cards"])
def test_cards_are_for_organisers_and_kept_nowhere(organiser: User, name: str) -> None:
    assert (name, "pdf") in STAFF_EXPORTS
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    path = staff_address(tournament, name, "pdf")
    assert Client().get(path).status_code == 302
    assert signed_in(add_referee(tournament)).get(path).status_code == 403
    answer = signed_in(organiser).get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer["Content-Disposition"] == f'inline; filename="testituppi-2026-{name}.pdf"'
    assert "no-store" in answer["Cache-Control"]
    head = signed_in(organiser).head(path)
    assert (head.status_code, head.content) == (200, b"")
    assert signed_in(organiser).get(address(tournament, name, "pdf")).status_code == 404


def test_cards_are_not_found_as_they_are_not_made(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    client = signed_in(organiser)
    pairs = staff_address(tournament, "pair-cards", "pdf")
    tables = staff_address(tournament, "table-cards", "pdf")
    assert client.get(pairs, {"paper": "a5"}).status_code == 404
    assert client.get(tables, {"round": "1"}).status_code == 404
    assert client.get(tables, {"paper": "a5"}).status_code == 200
