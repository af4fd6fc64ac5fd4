"""`manage.py export_event` and `import_event`, as somebody at a terminal meets them."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.archive.mornings import CONTACT, make_morning
from tests.tournaments.archive.sites import empty_the_site, opened, resealed
from tests.tournaments.exports.eventful import Eventful
from tournaments.archive.writing import archive_bytes
from tournaments.models import Match, Tournament, User


def run(*command: object, **options: object) -> str:
    out = io.StringIO()
    call_command(*map(str, command), stdout=out, **options)
    return out.getvalue()


class Piped:
    """Standard input or output that bytes go through."""

    def __init__(self, content: bytes = b"") -> None:
        self.buffer = io.BytesIO(content)


def test_an_event_goes_out_and_comes_in(eventful: Eventful, tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    said = run("export_event", "testituppi-2026", file)
    assert said == f"{file} holds the event testituppi-2026.\n"
    content = file.read_bytes()
    assert content == archive_bytes(eventful.tournament)
    empty_the_site()
    assert run("import_event", file) == (
        "The event Testituppi is at /t/testituppi-2026/ now. Nobody is its organiser yet: "
        "the site's admin can invite one.\n"
    )
    assert archive_bytes(Tournament.objects.get()) == content


def test_without_a_file_it_is_printed_and_piped_in(
    eventful: Eventful, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = Piped()
    call_command("export_event", "testituppi-2026", stdout=printed)
    content = printed.buffer.getvalue()
    assert content == archive_bytes(eventful.tournament)
    monkeypatch.setattr(sys, "stdin", Piped(content))
    run("import_event", "-", slug="toinen")
    assert Tournament.objects.filter(slug="toinen").exists()


def test_contacts_go_out_only_where_asked_for(organiser: User, tmp_path: Path) -> None:
    tournament = make_morning(organiser)
    file = tmp_path / "event.json"
    run("export_event", "testituppi-2026", file)
    assert CONTACT not in file.read_text()
    said = run("export_event", "testituppi-2026", file, contacts=True, replace=True)
    assert said == f"{file} holds the event testituppi-2026, contacts included.\n"
    content = file.read_bytes()
    assert content == archive_bytes(tournament, contacts=True)
    empty_the_site()
    run("import_event", file)
    assert archive_bytes(Tournament.objects.get(), contacts=True) == content


def test_a_file_that_is_there_stays_unless_told(eventful: Eventful, tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    file.write_text("precious")
    with pytest.raises(CommandError, match="is there already"):
        run("export_event", "testituppi-2026", file)
    assert file.read_text() == "precious"
    run("export_event", "testituppi-2026", file, replace=True)
    assert file.read_bytes() == archive_bytes(eventful.tournament)


def test_an_event_there_is_not_is_named(eventful: Eventful, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"There is no event ei-ole\."):
        run("export_event", "ei-ole", tmp_path / "x.json")


def test_an_archive_no_site_would_take_is_told_at_once(eventful: Eventful, tmp_path: Path) -> None:
    Match.objects.filter(number=eventful.jury).update(total_a=4)
    file = tmp_path / "event.json"
    with pytest.raises(CommandError, match=r"no site will take it: .+ check_ledgers"):
        run("export_event", "testituppi-2026", file)
    assert opened(file.read_bytes())["matches"][eventful.jury - 1]["outcome"]["total_a"] == 4


def test_an_address_that_is_taken_is_refused(eventful: Eventful, tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    run("export_event", "testituppi-2026", file)
    with pytest.raises(CommandError, match=r"at the address testituppi-2026 already.+--slug NEW"):
        run("import_event", file)
    with pytest.raises(CommandError, match="at the address new already"):
        run("import_event", file, slug="new")
    assert Tournament.objects.count() == 1
    run("import_event", file, slug="toinen")
    assert sorted(Tournament.objects.values_list("slug", flat=True)) == [
        "testituppi-2026",
        "toinen",
    ]


@pytest.mark.parametrize("slug", ["../x", "a b", "ä", "x" * 61])
def test_an_address_that_is_none_is_refused(eventful: Eventful, tmp_path: Path, slug: str) -> None:
    file = tmp_path / "event.json"
    run("export_event", "testituppi-2026", file)
    with pytest.raises(CommandError, match="letters, numbers"):
        run("import_event", file, slug=slug)


@pytest.mark.parametrize(
    "version, reason",
    [
        (4, "newer version"),
        (0, "no archive"),
        (1, "something is missing"),
        (2, "something is missing"),
    ],
)
def test_a_file_that_is_none_is_refused_with_the_reason(
    eventful: Eventful, tmp_path: Path, version: int, reason: str
) -> None:
    value = opened(archive_bytes(eventful.tournament))
    value["version"] = version
    value.pop("days")
    file = tmp_path / "event.json"
    file.write_bytes(resealed(value))
    with pytest.raises(CommandError, match=f"Nothing was taken.+{reason}"):
        run("import_event", file, slug="toinen")
    assert Tournament.objects.count() == 1


def test_a_file_that_cannot_be_read_or_written_is_told(eventful: Eventful, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        run("import_event", tmp_path / "none.json")
    with pytest.raises(CommandError, match="cannot be written"):
        run("export_event", "testituppi-2026", tmp_path / "none" / "x.json")
