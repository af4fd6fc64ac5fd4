"""Starts the site: database, demo events once, the first way in, the web server."""

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from tournaments.actions.accounts import make_first_organiser_link
from tournaments.actions.demo import load_demo_once


class Command(BaseCommand):
    help = "Prepares the database and serves the site on HOST and PORT."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--prepare-only", action="store_true", help="do everything but start the server"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        self.stdout.write(f"Tuppiliitto: {settings.SITE_URL}/")
        if settings.DEMO and (accounts := load_demo_once(password=settings.DEMO_PASSWORD)):
            self.stdout.write("Demo accounts (the passwords are shown this once):")
            for account in accounts:
                self.stdout.write(f"  {account.username}  {account.password}")
        if secret := make_first_organiser_link():
            self.stdout.write(
                f"Nobody can sign in yet. Make the first account here, within two days:\n"
                f"  {settings.SITE_URL}/first/{secret}/"
            )
        self.stdout.flush()
        if not options["prepare_only"]:
            _serve()


def _serve() -> None:
    """Hands the process over to the web server; does not come back."""
    if sys.platform == "win32":
        from django.core.wsgi import get_wsgi_application
        from waitress import serve

        serve(get_wsgi_application(), host=settings.HOST, port=settings.PORT, threads=8)
        return
    os.execv(  # noqa: S606 - no shell, fixed arguments
        sys.executable,
        [
            sys.executable,
            "-m",
            "gunicorn",
            "tuppiliitto.wsgi:application",
            "--bind",
            f"{settings.HOST}:{settings.PORT}",
            "--workers",
            "2",
            "--threads",
            "4",
            "--no-control-socket",
            # Kept connections would pin all of a browser's requests to one worker.
            "--keep-alive",
            "0",
        ],
    )
