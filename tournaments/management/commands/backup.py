"""Copies the whole site into one file while it runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.backups import BackupError, make_backup


class Command(BaseCommand):
    help = "Copies the site's database (SQLite) into one file, right while people write."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="where the backup goes")
        parser.add_argument(
            "--replace", action="store_true", help="overwrite the file where it is there already"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            contents = make_backup(options["file"], replace=options["replace"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{options['file']} holds: {contents}")
