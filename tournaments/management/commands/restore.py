"""Puts a backup in the place of the site's database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.backups import BackupError, Candidate, opened_backup, put_in_place


class Command(BaseCommand):
    help = "Replaces the site's database (SQLite) by a backup, keeping what it replaces."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the backup")
        parser.add_argument("--yes", action="store_true", help="do not ask first")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with opened_backup(options["file"]) as candidate:
                self.stdout.write(f"{options['file']} holds: {candidate.contents}")
                if not options["yes"] and not self._agreed(candidate):
                    raise CommandError("Nothing was restored: the answer was not yes.")
                restored = put_in_place(candidate)
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored to {candidate.database}.")
        if restored.kept:
            self.stdout.write(f"What was there is kept: {restored.kept}")
        for line in restored.report.lines():
            self.stdout.write(line)
        self.stdout.write(f"{restored.report.checked} matches checked")
        if restored.report.is_bad:
            raise CommandError(
                "The backup is restored, but cached outcomes in it differ from the sheets. "
                "Mend them: manage.py check_ledgers --rebuild"
            )

    def _agreed(self, candidate: Candidate) -> bool:
        self.stdout.write(
            f"It will take the place of {candidate.database}; what is there now is kept beside it."
        )
        try:
            return input("Type yes to restore: ").strip().lower() == "yes"
        except (EOFError, KeyboardInterrupt):
            return False
