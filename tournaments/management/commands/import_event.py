"""Takes an event out of its archive."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.actions.archive import import_event, read_archive
from tournaments.actions.refusals import Refused
from tournaments.archive.faults import ArchiveFault
from tournaments.archive.text import MAX_BYTES
from tournaments.permissions import Actor

AT_THE_TERMINAL = Actor(name="manage.py import_event", may_make_events=True)


class Command(BaseCommand):
    help = "Takes the event of an archive, whole or not at all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the archive; - reads what is piped in")
        parser.add_argument("--slug", default="", help="another address than the event had")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            value = read_archive(_content(options["file"]))
            tournament = import_event(actor=AT_THE_TERMINAL, value=value, slug=options["slug"])
        except ArchiveFault as fault:
            raise CommandError(f"Nothing was taken. {fault.sentence}") from fault
        except Refused as refused:
            raise CommandError(f"{refused.message} (--slug NEW)") from refused
        self.stdout.write(
            f"The event {tournament.name} is at /t/{tournament.slug}/ now. Nobody is its "
            "organiser yet: the site's admin can invite one."
        )


def _content(file: str) -> bytes:
    """The file, one byte longer than is taken at most: a larger one is refused unread."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with Path(file).open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
