"""Addresses as they stand on paper and in codes, whole, with the secrets that let people in.

They begin with SITE_URL: what a request claims about the site is not believed. Those of tables and
of score sheets belong to organisers' pages and files only.
"""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse

from tournaments.access import sheet_secret, table_secret
from tournaments.hall import names_itself
from tournaments.models import Match, Tournament


def phones_can_open_links() -> bool:
    """Whether a code on paper opens anything: not where SITE_URL means, on a phone, the phone."""
    return not names_itself(settings.SITE_URL)


def table_address(tournament: Tournament, table: int, renewed: int = 0) -> str:
    """The link by which a table keeps its score."""
    secret = table_secret(tournament, table, renewed)
    return _whole("table", tournament.slug, table, secret)


def sheet_address(match: Match) -> str:
    """The link on a match's score sheet; `match.tournament` should be loaded."""
    return _whole("sheet-page", match.tournament.slug, match.number, sheet_secret(match))


def pair_address(tournament: Tournament, number: int) -> str:
    """A pair's public page."""
    return _whole("pair", tournament.slug, number)


def _whole(name: str, *values: object) -> str:
    return f"{settings.SITE_URL}{reverse(name, args=values)}"
