"""Writes an event into one file that outlives the site."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.actions.archive import read_archive
from tournaments.archive.faults import ArchiveFault
from tournaments.archive.writing import archive_bytes
from tournaments.models import Tournament
from tournaments.one_moment import one_moment


class Command(BaseCommand):
    help = "Writes everything of an event, accounts apart, into one JSON file (its archive)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the event's address: the part after /t/")
        parser.add_argument("file", nargs="?", type=Path, help="where it goes; else it is printed")
        parser.add_argument(
            "--contacts",
            action="store_true",
            help="with how those who signed up can be reached; left out otherwise",
        )
        parser.add_argument(
            "--replace", action="store_true", help="overwrite the file where it is there already"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path | None = options["file"]
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"There is no event {options['slug']}.")
        with one_moment():
            content = archive_bytes(tournament, contacts=options["contacts"])
        try:
            if file is None:
                # Bytes as they are: a terminal's encoding and line ends must not change them.
                getattr(self.stdout, "buffer", sys.stdout.buffer).write(content)
            else:
                with file.open("wb" if options["replace"] else "xb") as stream:
                    stream.write(content)
                self.stdout.write(
                    f"{file} holds the event {tournament.slug}"
                    f"{', contacts included' if options['contacts'] else ''}."
                )
        except FileExistsError:
            raise CommandError(
                f"{file} is there already. Name another file, or say --replace."
            ) from None
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from error
        try:
            read_archive(content)
        except ArchiveFault as fault:
            raise CommandError(
                f"The archive was written, but no site will take it: {fault.sentence} "
                "Look for the cause with manage.py check_ledgers."
            ) from fault
