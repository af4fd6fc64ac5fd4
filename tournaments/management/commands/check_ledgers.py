"""Replays every score sheet and reports what is cached otherwise."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.actions.ledgers import find_differences, rebuild_outcomes


class Command(BaseCommand):
    help = "Replays every score sheet and reports every cached outcome that differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slugs", nargs="*", help="events to check; all when none is named")
        parser.add_argument(
            "--rebuild", action="store_true", help="write the outcomes anew where they differ"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        report = find_differences(options["slugs"])
        for line in report.lines():
            self.stdout.write(line)
        if options["rebuild"]:
            self.stdout.write(f"{rebuild_outcomes(report)} outcomes written anew")
        elif report.is_bad:
            raise CommandError("the cached outcomes differ from the sheets")
        self.stdout.write(f"{report.checked} matches checked")
