"""Backup and restore, as somebody at a terminal meets them: real processes on a folder of their
own. They copy SQLite, so they run on it also where the other tests are on PostgreSQL."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

import pytest

from tests.tournaments.test_serve import ROOT, environment, free_port, served
from tournaments.backups import BackupError, out_of_use

WRITER = """
import sys
from itertools import count
from threading import Lock, Thread
from tests import writing_process
from django.db import connection
from scoring.notation import parse_sheet
from tournaments.actions.sheets import replace_sheet
from tournaments.ledger import format_of
from tournaments.models import LedgerEntry, Match, User
from tournaments.permissions import actor_of

telling = Lock()

def write(number):
    actor = actor_of(User.objects.get(username="organiser"))
    for turn in count():
        match = Match.objects.get(tournament__slug="demo", number=number)
        replace_sheet(
            actor=actor,
            match=match,
            entries=parse_sheet(["ra8 na4", "nb6 rb9 na5"][turn % 2], format_of(match)),
            seen_revision=match.revision,
            reason="typed wrong",
        )
        saved = LedgerEntry.objects.filter(match=match, added__number=match.revision + 1)
        keys = " ".join(str(key) for key in saved.values_list("pk", flat=True))
        connection.close()
        with telling:
            print(keys, flush=True)

for number in sys.argv[1:]:
    Thread(target=write, args=[int(number)]).start()
"""


@pytest.fixture(scope="session")
def _prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prepared")
    run(folder, "serve", "--prepare-only", DEMO="1")
    shutil.rmtree(folder / "static")
    return folder


@pytest.fixture(scope="session")
def _prepared_backup(tmp_path_factory: pytest.TempPathFactory, _prepared: Path) -> Path:
    file = tmp_path_factory.mktemp("backups") / "backup.sqlite3"
    run(_prepared, "backup", file)
    return file


@pytest.fixture
def site(tmp_path: Path, _prepared: Path) -> Path:
    """The folder of a site with the demo events, stopped."""
    return Path(shutil.copytree(_prepared, tmp_path / "site"))


@pytest.fixture
def backup(tmp_path: Path, _prepared_backup: Path) -> Path:
    """A backup of that site."""
    return Path(shutil.copy(_prepared_backup, tmp_path))


def command(folder: Path, *words: object, **extra: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *map(str, words)],
        cwd=ROOT,
        env=environment(folder, **{"PORT": str(free_port()), **extra}),
        capture_output=True,
        text=True,
        input="",
    )


def run(folder: Path, *words: object, **extra: str) -> str:
    done = command(folder, *words, **extra)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def refusal(folder: Path, *words: object, **extra: str) -> str:
    """What is said on one's way out; never a traceback."""
    done = command(folder, *words, **extra)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def database(folder: Path) -> Path:
    return folder / "site.sqlite3"


def query(file: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection, connection:
        return connection.execute(sql).fetchall()


def row_counts(file: Path) -> dict[str, object]:
    tables = query(file, "SELECT name FROM sqlite_master WHERE type = 'table'")
    return {str(name): query(file, f'SELECT count(*) FROM "{name}"')[0][0] for (name,) in tables}  # noqa: S608


def number_of(file: Path, table: str) -> object:
    return row_counts(file)[f"tournaments_{table}"]


@contextmanager
def people_writing(folder: Path) -> Iterator[list[subprocess.Popen[str]]]:
    """Two processes of two threads each, correcting four sheets on and on. Each tells the keys of
    the entries of a write on a line once they are saved."""
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, *numbers],
            cwd=ROOT,
            env=environment(folder),
            stdout=subprocess.PIPE,
            text=True,
        )
        for numbers in (["45", "46"], ["47", "48"])
    ]
    try:
        yield writers
    finally:
        for writer in writers:
            writer.kill()
            writer.communicate()


def pass_on(writer: subprocess.Popen[str], lines: SimpleQueue[str]) -> None:
    assert writer.stdout is not None
    for line in writer.stdout:
        lines.put(line)


def test_a_backup_taken_while_people_write_is_restored_whole(site: Path, tmp_path: Path) -> None:
    copy, elsewhere = tmp_path / "backup.sqlite3", tmp_path / "elsewhere"
    told: list[str] = []
    with people_writing(site) as writers:
        for writer in writers:
            assert writer.stdout is not None
            told += [writer.stdout.readline() for _write in range(8)]
        before = [int(key) for line in told for key in line.split()]
        # Whatever they tell is read on, so that nobody waits for a full pipe.
        later: SimpleQueue[str] = SimpleQueue()
        readers = [Thread(target=pass_on, args=[writer, later]) for writer in writers]
        for reader in readers:
            reader.start()
        run(site, "backup", copy)
        while not later.empty():
            later.get()
        for _write in range(5):  # four may have been on their way: the fifth began afterwards
            later.get(timeout=120)
    for reader in readers:
        reader.join()

    held = row_counts(copy)
    assert query(copy, "PRAGMA integrity_check") == [("ok",)]
    saved = {key for (key,) in query(copy, "SELECT id FROM tournaments_ledgerentry")}
    assert len(before) >= 32
    assert saved.issuperset(before)
    assert len(saved) < number_of(database(site), "ledgerentry")  # they wrote on meanwhile

    said = run(elsewhere, "restore", copy, "--yes")
    assert f"{held['tournaments_match']} matches checked" in said
    assert row_counts(database(elsewhere)) == held
    assert run(elsewhere, "check_ledgers") == f"{held['tournaments_match']} matches checked\n"


def test_a_backup_says_what_it_holds(site: Path, tmp_path: Path) -> None:
    copy = tmp_path / "backup.sqlite3"
    said = run(site, "backup", copy)
    pattern = (
        r"(.+) holds: events 4, pairs (\d+), matches (\d+), ledger entries (\d+), \d+\.\d MB\n"
    )
    found = re.fullmatch(pattern, said)
    assert found is not None
    assert found.groups() == (
        str(copy),
        *(str(number_of(copy, table)) for table in ("pair", "match", "ledgerentry")),
    )
    assert row_counts(copy) == row_counts(database(site))


def test_a_backup_is_one_file_that_only_its_owner_reads(site: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    run(site, "backup", folder / "backup.sqlite3")
    assert [file.name for file in folder.iterdir()] == ["backup.sqlite3"]
    assert (folder / "backup.sqlite3").stat().st_mode & 0o777 == 0o600


def test_a_backup_overwrites_a_file_only_when_told_to(site: Path, tmp_path: Path) -> None:
    copy = tmp_path / "backup.sqlite3"
    copy.write_text("something else")
    assert "is there already" in refusal(site, "backup", copy)
    assert copy.read_text() == "something else"
    run(site, "backup", copy, "--replace")
    assert number_of(copy, "tournament") == 4


@pytest.mark.parametrize("name", ["site.sqlite3", "site.sqlite3-wal"])
def test_a_backup_never_overwrites_the_site_itself(site: Path, name: str) -> None:
    whole = database(site).read_bytes()
    assert "the site's own database" in refusal(site, "backup", site / name, "--replace")
    assert database(site).read_bytes() == whole


def test_a_site_that_never_ran_has_nothing_to_back_up(tmp_path: Path) -> None:
    said = refusal(tmp_path / "new", "backup", tmp_path / "backup.sqlite3")
    assert "There is no database" in said
    assert not database(tmp_path / "new").exists()


def test_a_damaged_site_does_not_replace_a_good_backup(site: Path, backup: Path) -> None:
    good = backup.read_bytes()
    damage(database(site))
    assert "damaged" in refusal(site, "backup", backup, "--replace")
    assert backup.read_bytes() == good


@pytest.mark.parametrize(
    "place, told",
    [("nowhere/backup", "No such file or directory"), ("file/backup", "Not a directory")],
)
def test_a_folder_that_takes_no_file_is_named(
    site: Path, tmp_path: Path, place: str, told: str
) -> None:
    (tmp_path / "file").touch()
    said = refusal(site, "backup", tmp_path / place)
    assert f"No backup was made at {tmp_path / place}: {told}." in said
    assert "is a folder" in refusal(site, "backup", tmp_path)


def on_a_full_disk(folder: Path, *words: str) -> str:
    """A command that no file may grow past 256 KB for."""
    line = f'ulimit -f 256; exec "{sys.executable}" manage.py "$@"'
    done = subprocess.run(
        ["bash", "-c", line, "bash", *words],
        cwd=ROOT,
        env=environment(folder, PORT=str(free_port()), PYTHONDONTWRITEBYTECODE="1"),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def test_a_full_disk_leaves_no_half_backup(site: Path, tmp_path: Path) -> None:
    said = on_a_full_disk(site, "backup", str(tmp_path / "backup.sqlite3"))
    assert f"No backup was made at {tmp_path / 'backup.sqlite3'}" in said
    assert "disk full?" in said
    assert [file.name for file in tmp_path.iterdir()] == ["site"]


def test_a_full_disk_leaves_the_site_as_it_was(site: Path, backup: Path) -> None:
    before = sorted(site.iterdir()), row_counts(database(site))
    said = on_a_full_disk(site, "restore", str(backup), "--yes")
    assert f"Nothing was restored from {backup}" in said
    assert "disk full?" in said
    assert (sorted(site.iterdir()), row_counts(database(site))) == before


def test_a_restore_keeps_what_it_replaces(site: Path, backup: Path) -> None:
    database(site).chmod(0o640)
    query(database(site), "UPDATE tournaments_tournament SET name = 'Uusi'")
    said = run(site, "restore", backup, "--yes")
    [kept] = [Path(name) for name in re.findall(r"What was there is kept: (\S+)", said)]
    assert re.fullmatch(r"site-before-\d{8}-\d{6}-\d{6}\.sqlite3", kept.name)
    names = "SELECT DISTINCT name FROM tournaments_tournament"
    assert query(kept, names) == [("Uusi",)]
    assert query(database(site), names) == query(backup, names)
    assert database(site).stat().st_mode & 0o777 == 0o640
    run(site, "restore", kept, "--yes")
    assert query(database(site), names) == [("Uusi",)]


def test_a_restore_asks_first(site: Path, backup: Path) -> None:
    query(database(site), "UPDATE tournaments_tournament SET name = 'Uusi'")
    before = sorted(site.iterdir())
    assert "the answer was not yes" in refusal(site, "restore", backup)
    assert sorted(site.iterdir()) == before
    answered = subprocess.run(
        [sys.executable, "manage.py", "restore", str(backup)],
        cwd=ROOT,
        env=environment(site, PORT=str(free_port())),
        input="yes\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "take the place of" in answered.stdout
    assert row_counts(database(site)) == row_counts(backup)
    assert (
        query(database(site), "SELECT name FROM tournaments_tournament WHERE name = 'Uusi'") == []
    )


def test_what_the_old_site_left_in_its_wal_is_kept_and_not_mixed_in(
    site: Path, backup: Path
) -> None:
    """As after a power cut: the last writes are in -wal alone."""
    with closing(sqlite3.connect(database(site))) as writing:
        writing.execute("PRAGMA journal_mode = WAL")
        writing.execute("UPDATE tournaments_tournament SET name = 'Uusi'")
        writing.commit()
        cut = Path(shutil.copytree(site, site.with_name("cut")))
    assert (cut / "site.sqlite3-wal").stat().st_size > 0
    said = run(cut, "restore", backup, "--yes")
    [kept] = re.findall(r"What was there is kept: (\S+)", said)
    names = "SELECT DISTINCT name FROM tournaments_tournament"
    assert query(Path(kept), names) == [("Uusi",)]
    assert query(database(cut), names) == query(backup, names)
    assert [file.name for file in cut.iterdir() if "-wal" in file.name] == []


def test_side_files_of_a_database_that_is_gone_are_moved_away(site: Path, backup: Path) -> None:
    database(site).unlink()
    (site / "site.sqlite3-wal").write_bytes(b"left behind")
    assert "is kept" not in run(site, "restore", backup, "--yes")
    assert row_counts(database(site)) == row_counts(backup)
    [moved] = site.glob("site-before-*-wal")
    assert moved.read_bytes() == b"left behind"


def test_a_site_that_is_damaged_itself_can_be_restored(site: Path, backup: Path) -> None:
    database(site).write_bytes(b"no database any more" * 500)
    run(site, "restore", backup, "--yes")
    assert row_counts(database(site)) == row_counts(backup)
    [kept] = site.glob("site-before-*")
    assert kept.read_bytes() == b"no database any more" * 500


def test_a_running_site_is_not_restored_even_when_nobody_reads_it(site: Path, backup: Path) -> None:
    with served(site) as (address, _printed):
        said = refusal(site, "restore", backup, "--yes", PORT=address.rpartition(":")[2])
    assert "The site is running" in said
    assert list(site.glob("site-before-*")) == []


def test_a_database_somebody_has_open_is_not_restored(site: Path, backup: Path) -> None:
    with closing(sqlite3.connect(database(site))) as reading:
        reading.execute("PRAGMA journal_mode = WAL")
        reading.execute("SELECT count(*) FROM tournaments_match").fetchall()
        said = refusal(site, "restore", backup, "--yes")
    assert f"Another program has {database(site)} open" in said
    assert list(site.glob("site-before-*")) == []


def test_a_database_out_of_use_is_nobody_elses(site: Path) -> None:
    write = "UPDATE tournaments_tournament SET name = 'Uusi'"
    with closing(sqlite3.connect(database(site), timeout=0)) as late:
        late.execute("SELECT 1").fetchall()  # opened, nothing read yet
        with out_of_use(database(site)):
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                late.execute(write)
            with pytest.raises(BackupError, match="Another program"), out_of_use(database(site)):
                pass
            os.replace(database(site), site / "kept.sqlite3")
        # Saved into a file nobody reads any more, it would be lost without a word.
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            late.execute(write)


def damage(file: Path) -> None:
    content = bytearray(file.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 65536] = b"\xa5" * 65536
    file.write_bytes(content)


RESTORE_EACH = """
import os, sys, django
os.environ["DJANGO_SETTINGS_MODULE"] = "tuppiliitto.settings"
django.setup()
from django.core.management import CommandError, call_command
for file in sys.argv[1:]:
    try:
        call_command("restore", file, "--yes", stdout=sys.stderr)
    except CommandError as error:
        print(error)
"""


def each_refused(site: Path, files: list[Path]) -> list[str]:
    """What is said of each file, in one process; the site must be left as it was."""
    before = sorted(site.iterdir()), row_counts(database(site))
    done = subprocess.run(
        [sys.executable, "-c", RESTORE_EACH, *map(str, files)],
        cwd=ROOT,
        env=environment(site, PORT=str(free_port())),
        capture_output=True,
        text=True,
        check=True,
    )
    assert (sorted(site.iterdir()), row_counts(database(site))) == before
    return done.stdout.splitlines()


def test_a_file_that_is_no_sound_database_is_refused(site: Path, backup: Path) -> None:
    whole = backup.read_bytes()
    damage(backup)
    cases = [
        ("is empty", b""),
        ("not a SQLite database", b"nimi;seura\nAino;Kemi\n"),
        ("The database is damaged", b"SQLite format 3\0 and nothing more"),
        ("The database is damaged", whole[:100_000]),
        ("The database is damaged", backup.read_bytes()),
    ]
    files = [backup.with_name(f"file{number}") for number in range(len(cases))]
    for file, (_told, content) in zip(files, cases, strict=True):
        file.write_bytes(content)
    for said, file, (told, _content) in zip(each_refused(site, files), files, cases, strict=True):
        assert said.startswith(f"Nothing was restored from {file}")
        assert told in said


def test_a_database_of_another_kind_is_refused(site: Path, backup: Path) -> None:
    changes = {
        "no record of migrations": "DROP TABLE django_migrations",
        "it has other tables": "DELETE FROM django_migrations WHERE app = 'tournaments'",
        "the tables tournaments_withdrawal are missing": "DROP TABLE tournaments_withdrawal",
        "rows of tournaments_playingday lead nowhere": (
            "UPDATE tournaments_playingday SET tournament_id = 999 WHERE id = 1"
        ),
        "damaged: CHECK constraint failed in tournaments_ledgerentry": (
            "PRAGMA ignore_check_constraints = ON;"
            "UPDATE tournaments_ledgerentry SET position = 0 WHERE id = 1"
        ),
        "has the migrations tournaments 9999_teams. Install that version": (
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('tournaments', '9999_teams', '2030-01-01')"
        ),
        "total_a": "ALTER TABLE tournaments_match DROP COLUMN total_a",
    }
    files = [backup.with_name(f"file{number}") for number in range(len(changes))]
    for file, change in zip(files, changes.values(), strict=True):
        shutil.copy(backup, file)
        with closing(sqlite3.connect(file)) as connection:
            connection.executescript(change)
    for said, file, told in zip(each_refused(site, files), files, changes, strict=True):
        assert said.startswith(f"Nothing was restored from {file}")
        assert told in said


def test_the_site_itself_and_a_missing_file_are_no_backup(site: Path) -> None:
    assert "own database" in refusal(site, "restore", database(site), "--yes")
    assert "There is no file" in refusal(site, "restore", site / "nothing", "--yes")


def test_an_older_backup_is_brought_up_to_date(site: Path, tmp_path: Path) -> None:
    old = tmp_path / "old"
    shutil.copytree(site, old)
    run(old, "migrate", "axes", "0009")
    run(old, "backup", tmp_path / "old.sqlite3")
    assert "axes_accessattemptexpiration" not in row_counts(tmp_path / "old.sqlite3")
    run(site, "restore", tmp_path / "old.sqlite3", "--yes")
    assert row_counts(database(site))["axes_accessattemptexpiration"] == 0
    run(site, "migrate", "--check")


def test_a_backup_with_wrong_outcomes_is_restored_and_they_are_told(
    site: Path, backup: Path
) -> None:
    query(backup, "UPDATE tournaments_match SET total_a = 1 WHERE id = 1")
    done = command(site, "restore", backup, "--yes")
    assert done.returncode == 1
    assert "total_a is 1" in done.stdout
    assert "The backup is restored, but" in done.stderr
    run(site, "check_ledgers", "--rebuild")
    run(site, "check_ledgers")


@pytest.mark.parametrize("name", ["backup", "restore"])
def test_on_postgresql_its_own_tools_are_named(tmp_path: Path, name: str) -> None:
    url = "postgres://tuppi:s%23cret@10.0.0.9:5433/liitto?sslmode=require"
    said = refusal(tmp_path, name, "saturday night.dump", DATABASE_URL=url)
    address = "'--dbname=postgresql://tuppi@10.0.0.9:5433/liitto?sslmode=require'"
    file = "'saturday night.dump'"
    assert f"pg_dump --format=custom --no-owner --file={file} {address}\n" in said
    assert (
        f"pg_restore --clean --if-exists --no-owner --single-transaction {address} {file}\n" in said
    )
    assert "cret" not in said
