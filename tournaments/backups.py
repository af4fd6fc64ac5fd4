"""The whole site in one file, and back: for a site on SQLite.

A backup is one SQLite database without side files. It is copied inside one read transaction, so
it is right while people write, and held against the row counts that same transaction saw. What is
restored is copied beside the site's database, tried and brought up to date there, and only then
put in its place; what was there is kept. PostgreSQL has tools of its own; see `site_database`.
"""

from __future__ import annotations

import os
import shlex
import socket
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from tournaments.actions.ledgers import LedgerReport, find_differences
from tournaments.models import LedgerEntry, Match, Pair, Tournament

SQLITE_STARTS_WITH = b"SQLite format 3\0"
SIDE_FILES = ("-wal", "-shm", "-journal")
COUNTED = {"events": Tournament, "pairs": Pair, "matches": Match, "ledger entries": LedgerEntry}


class BackupError(Exception):
    """Why there is no backup, or nothing was restored, and what to do; in words for a terminal."""


@dataclass(frozen=True)
class Contents:
    """What a database holds: `rows` by name of the table, `size` in bytes."""

    rows: Mapping[str, int]
    size: int

    def __str__(self) -> str:
        counts = (f"{name} {self.rows[model._meta.db_table]}" for name, model in COUNTED.items())
        return f"{', '.join(counts)}, {self.size / 1e6:.1f} MB"


@dataclass(frozen=True)
class Candidate:
    """A backup found good: `copy` is a copy of it beside `database`, the file to replace."""

    copy: Path
    database: Path
    contents: Contents


@dataclass(frozen=True)
class Restored:
    """`kept` is where the replaced database is now, None where there was none; `report` is what
    the ledger check found in the restored one."""

    kept: Path | None
    report: LedgerReport


def site_database(file: Path) -> Path:
    """The site's SQLite file. `file` is named in the advice where the site has none.

    Raises BackupError on any other database, with PostgreSQL's commands for this very one; the
    password is left out of them.
    """
    if connection.vendor == "postgresql":
        raise BackupError(_postgresql_advice(connection.settings_dict, file))
    if connection.vendor != "sqlite":
        raise BackupError("This copies SQLite only. Use the tools of the site's own database.")
    return Path(connection.settings_dict["NAME"]).resolve()


def make_backup(file: Path, *, replace: bool = False) -> Contents:
    """Copies the site's database to `file`, readable by its owner only, and says what it holds.

    `file` is either whole or untouched. Raises BackupError where it is there already without
    `replace`, where it cannot be written, and where the copy is not sound.
    """
    database = site_database(file)
    if not database.is_file():
        raise BackupError(f"There is no database at {database} yet: start the site once.")
    if file.resolve() in [Path(f"{database}{end}") for end in ("", *SIDE_FILES)]:
        raise BackupError(f"{file} belongs to the site's own database. Name another file.")
    _refuse_to_overwrite(file, replace)
    with _plain_errors(f"No backup was made at {file}"), _part_beside(file) as part:
        with closing(_opened(database, "mode=rw")) as source:
            source.execute("BEGIN")  # the first read fixes what the copy sees
            rows = _row_counts(source)
            _copy(source, part)
        contents = _checked(part)
        if contents.rows != rows:
            raise BackupError("The copy does not hold what the site holds; it was thrown away.")
        _refuse_to_overwrite(file, replace)
        os.replace(part, file)
    return contents


@contextmanager
def opened_backup(file: Path) -> Iterator[Candidate]:
    """A copy of the backup `file` beside the site's database, found good; removed afterwards.

    Raises BackupError where the site is running, and where `file` is no sound backup of a site of
    this or an older version.
    """
    database = site_database(file)
    _refuse_while_served()
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    if database.exists() and file.samefile(database):
        raise BackupError(f"{file} is the site's own database. Name a backup.")
    with out_of_use(database):
        pass  # asked again when it counts; here it saves the user the waiting
    with _plain_errors(f"Nothing was restored from {file}"), _part_beside(database) as part:
        with file.open("rb") as stream:
            start = stream.read(len(SQLITE_STARTS_WITH))
        if start != SQLITE_STARTS_WITH:
            what = "not a SQLite database" if start else "empty"
            raise BackupError(f"{file} is {what}, so it is no backup of this site.")
        # Without side files nobody is writing it; it may then lie where nothing can be written.
        sides = any(Path(f"{file}{end}").exists() for end in SIDE_FILES)
        with closing(_opened(file, "mode=ro" if sides else "mode=ro&immutable=1")) as source:
            _copy(source, part)
        contents = _checked(part)
        _refuse_other_kinds(part, file, contents)
        yield Candidate(part, database, contents)


def put_in_place(candidate: Candidate) -> Restored:
    """Brings an opened backup up to this version, checks its ledgers and makes it the site's
    database.

    Until the last step the site's database is untouched. Raises BackupError where the site is
    running, and where the backup cannot be brought up. Differences in the ledgers do not stop it:
    they were in the backup, and `check_ledgers --rebuild` mends them.
    """
    with _connected_to(candidate.copy):
        try:
            call_command("migrate", interactive=False, verbosity=0)
            report = find_differences()
        except Exception as error:  # a migration may fail in any way
            raise BackupError(
                f"It could not be brought up to this version ({type(error).__name__}: {error})."
            ) from error
    with closing(_opened(candidate.copy, "mode=rw")) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")  # one file again
    _refuse_while_served()
    with out_of_use(candidate.database):
        return Restored(_swap(candidate.copy, candidate.database), report)


@contextmanager
def out_of_use(database: Path) -> Iterator[None]:
    """Holds the database so that nobody else reads or writes it. Raises BackupError where somebody
    has it open.

    Leaving WAL mode needs the file to oneself: an idle connection is enough to be refused. It
    also takes -wal into the database and removes the side files; the site's next connection turns
    WAL on again. Whoever opens the file meanwhile waits, and finds it moved: his write fails
    instead of vanishing.
    """
    if not database.exists():
        yield
        return
    with closing(_opened(database, "mode=rw", timeout=0)) as held:
        try:
            held.execute("PRAGMA journal_mode = DELETE")
            held.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise BackupError(
                    f"Another program has {database} open. Stop the site and close "
                    "every other program that reads it, then restore again."
                ) from error
            # A damaged database is what a backup is for.
            if _code(error) not in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
                raise BackupError(f"{database} cannot be taken out of use: {error}.") from error
        if os.name == "nt":
            held.close()  # Windows moves no open file; it refuses where another has it open
        yield


def _refuse_while_served() -> None:
    """An idle site has no connection open, so the lock does not show it: ask at its address."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.HOST, settings.HOST)  # noqa: S104
    try:
        socket.create_connection((host, settings.PORT), timeout=2).close()
    except OSError:
        return
    raise BackupError(
        f"The site is running: something answers at {host} port {settings.PORT}. Stop it, then "
        "restore again. Is that another program? Then set PORT to the port of this site."
    )


def _swap(copy: Path, database: Path) -> Path | None:
    """Puts `copy` in the place of `database`. Says where the old one is kept, None without one."""
    now = timezone.localtime()
    kept = database.with_name(f"{database.stem}-before-{now:%Y%m%d-%H%M%S-%f}{database.suffix}")
    # What is left of them belongs to a damaged or vanished database; beside the restored one they
    # would be read as its own.
    for end in SIDE_FILES:
        if Path(f"{database}{end}").exists():
            os.replace(f"{database}{end}", f"{kept}{end}")
    there = database.exists()
    if there:
        old = database.stat()
        copy.chmod(old.st_mode & 0o777)
        if os.name != "nt" and old.st_uid != os.geteuid():
            os.chown(copy, old.st_uid, old.st_gid)  # root restores for the site's own user
        try:
            os.link(database, kept)  # both names until the next step: never a moment without a file
        except OSError:
            os.replace(database, kept)  # a disk without hard links
    os.replace(copy, database)
    return kept if there else None


def _refuse_to_overwrite(file: Path, replace: bool) -> None:
    if file.is_dir():
        raise BackupError(f"{file} is a folder. Name a file in it.")
    if file.exists() and not replace:
        raise BackupError(f"{file} is there already. Name another file, or say --replace.")


def _refuse_other_kinds(copy: Path, file: Path, contents: Contents) -> None:
    """Raises BackupError unless `copy` has the tables its own record of migrations promises, and
    this version knows all of those."""
    foreign = f"{file} is no backup of this site"
    if "django_migrations" not in contents.rows:
        raise BackupError(f"{foreign}: it has no record of migrations.")
    with closing(_opened(copy, "mode=rw")) as source:
        applied = set(source.execute("SELECT app, name FROM django_migrations"))
    if not any(app == Tournament._meta.app_label for app, _name in applied):
        raise BackupError(f"{foreign}: it has other tables.")
    loader = MigrationLoader(None)
    known = set(loader.disk_migrations).union(
        *(migration.replaces for migration in loader.disk_migrations.values())
    )
    if newer := sorted(applied - known):
        names = ", ".join(f"{app} {name}" for app, name in newer)
        raise BackupError(
            f"{file} was made by a newer version of Tuppiliitto, which has the migrations {names}. "
            "Install that version, then restore."
        )
    state = loader.project_state([key for key in applied if key in loader.graph.nodes])
    promised = {
        model._meta.db_table for model in state.apps.get_models(include_auto_created=True)
    } | {model._meta.db_table for model in COUNTED.values()}
    if missing := sorted(promised - contents.rows.keys()):
        raise BackupError(f"{foreign}: the tables {', '.join(missing)} are missing.")


def _copy(source: sqlite3.Connection, part: Path) -> None:
    with closing(sqlite3.connect(part)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without -wal beside it


def _checked(part: Path) -> Contents:
    """What the copy holds. Raises BackupError where SQLite finds a fault in it."""
    with closing(_opened(part, "mode=rw")) as copy:
        [(said,)] = copy.execute("PRAGMA integrity_check(1)")
        if said != "ok":
            raise BackupError(f"The database is damaged: {' '.join(said.split())}.")
        if loose := {table for table, *_rest in copy.execute("PRAGMA foreign_key_check")}:
            raise BackupError(
                f"The database is damaged: rows of {', '.join(sorted(loose))} lead nowhere."
            )
        return Contents(_row_counts(copy), part.stat().st_size)


def _row_counts(source: sqlite3.Connection) -> dict[str, int]:
    tables = [
        name
        for (name,) in source.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        )
    ]
    counts = {}
    for table in tables:
        quoted = table.replace('"', '""')
        [(counts[table],)] = source.execute(f'SELECT count(*) FROM "{quoted}"')  # noqa: S608
    return counts


def _opened(file: Path, query: str, *, timeout: float = 20) -> sqlite3.Connection:
    """A connection without transactions of its own; `mode=rw` makes no file where none is."""
    return sqlite3.connect(
        f"{file.absolute().as_uri()}?{query}", uri=True, timeout=timeout, isolation_level=None
    )


@contextmanager
def _part_beside(file: Path) -> Iterator[Path]:
    """An empty file beside `file` for its owner only. Removed afterwards unless it was renamed."""
    handle, name = tempfile.mkstemp(dir=file.absolute().parent, prefix=f".{file.name}.")
    os.close(handle)
    try:
        yield Path(name)
    finally:
        for end in ("", *SIDE_FILES):
            Path(f"{name}{end}").unlink(missing_ok=True)


@contextmanager
def _connected_to(database: Path) -> Iterator[None]:
    """Django's connection leads to `database` for a while."""
    usual = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(database)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual


@contextmanager
def _plain_errors(outcome: str) -> Iterator[None]:
    """What the disk and SQLite refuse is told as a BackupError that starts with the outcome."""
    try:
        yield
    except BackupError as error:
        raise BackupError(f"{outcome}. {error}") from error
    except OSError as error:
        raise BackupError(f"{outcome}: {error.strerror or error}.") from error
    except sqlite3.Error as error:
        told = {
            sqlite3.SQLITE_FULL: "The disk is full.",
            sqlite3.SQLITE_IOERR: "Is the disk full?",
            sqlite3.SQLITE_CORRUPT: "The database is damaged.",
            sqlite3.SQLITE_NOTADB: "The database is damaged.",
        }.get(_code(error), "")
        raise BackupError(f"{outcome}: {error}. {told}".rstrip()) from error


def _code(error: sqlite3.Error) -> int:
    """SQLite's primary result code; its extended codes keep it in the low byte."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _postgresql_advice(values: Mapping[str, Any], file: Path) -> str:
    """The commands that copy and bring back the database of these connection settings."""
    host = quote(values["HOST"] or "", safe="")
    user = f"{quote(values['USER'])}@" if values["USER"] else ""
    port = f":{values['PORT']}" if values["PORT"] else ""
    options = {
        name: value for name, value in values["OPTIONS"].items() if name in ("sslmode", "service")
    }
    address = f"postgresql://{user}{host}{port}/{quote(values['NAME'])}"
    database = shlex.quote(f"--dbname={address}{'?' if options else ''}{urlencode(options)}")
    name = shlex.quote(str(file))
    return (
        "The site is on PostgreSQL, whose own tools copy it. A backup, while people write:\n"
        f"  pg_dump --format=custom --no-owner --file={name} {database}\n"
        "Back again, with the site stopped:\n"
        f"  pg_restore --clean --if-exists --no-owner --single-transaction {database} {name}\n"
        "  manage.py migrate\n"
        "  manage.py check_ledgers\n"
        "A backup of an older version goes back into an empty database, without --clean.\n"
        "They ask for the password, or read it from PGPASSWORD or ~/.pgpass.\n"
        "The file holds contact data: let nobody else read it."
    )
