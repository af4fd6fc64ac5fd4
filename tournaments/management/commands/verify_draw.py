"""Proves the draws of an event to anyone who doubts them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Tournament
from tournaments.queries.draw_checks import BracketCheck, DrawCheck, check_brackets, check_draws


class Command(BaseCommand):
    help = "Draws every draw of an event again from its seed and reports any that differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the event: what follows /t/ in its address")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"no such event: {options['slug']}")
        checks: list[DrawCheck | BracketCheck] = [
            *check_draws(tournament),
            *check_brackets(tournament),
        ]
        for check in checks:
            self.stdout.write(check.line())
        if not checks:
            self.stdout.write("nothing has been drawn yet")
        if any(check.faults for check in checks):
            raise CommandError("not every draw is what its seed gives")
