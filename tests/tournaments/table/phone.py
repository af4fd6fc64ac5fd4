"""A phone at a table as tests use it: opening pages by a link, following keys, sending deals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client

from tests.builders import sheet_in_short
from tests.tournaments.desk.desk import link
from tournaments.access import sheet_secret, table_secret
from tournaments.models import Match

JSON = {"Accept": "application/json"}
HTMX = {"HX-Request": "true"}


@dataclass
class Phone:
    """One phone, no cookies but its own. `home` is the link that was followed, `address` the page
    of the match."""

    match: Match
    home: str
    address: str
    client: Client = field(default_factory=Client)

    @classmethod
    def at_table(cls, match: Match) -> Phone:
        secret = table_secret(match.tournament, match.table)
        home = f"/t/{match.tournament.slug}/table/{match.table}/{secret}/"
        return cls(match, home, f"{home}{match.number}/")

    @classmethod
    def with_sheet(cls, match: Match) -> Phone:
        secret = sheet_secret(match)
        home = f"/t/{match.tournament.slug}/sheet/{match.number}/{secret}/"
        return cls(match, home, home)

    @property
    def sheet(self) -> str:
        """The live sheet in short notation."""
        return sheet_in_short(self.match)

    @property
    def revision(self) -> int:
        self.match.refresh_from_db()
        return self.match.revision

    def get(self, path: str = "", **headers: str) -> HttpResponse:
        return self.client.get(self.address + path, headers=headers)

    def poll(self, etag: str = "") -> HttpResponse:
        known = {"If-None-Match": etag} if etag else {}
        return self.get(**HTMX, **{"HX-Target": "live"}, **known)

    def keys(self, path: str = "") -> HttpResponse:
        return self.get(path, **HTMX, **{"HX-Target": "entry"})

    def tap(self, *keys: str) -> HttpResponse:
        """The page after following the keys of these ids, one after the other."""
        response = self.get("?seats=skip")
        for key in keys:
            response = self.client.get(link(response, key))
        return response

    def write(self, entry: str, **fields: Any) -> HttpResponse:
        """Sends a deal as the page's form does; `revision` is the present one unless told."""
        return self.client.post(f"{self.address}deal/", self._fields(entry, **fields))

    def send(self, entry: str, **fields: Any) -> HttpResponse:
        """Sends a deal as a script does."""
        return self.client.post(f"{self.address}deal/", self._fields(entry, **fields), headers=JSON)

    def take_back(self, **fields: Any) -> HttpResponse:
        sent = {"token": uuid4(), "revision": self.revision, **fields}
        return self.client.post(f"{self.address}take-back/", sent)

    def _fields(self, entry: str, **fields: Any) -> dict[str, Any]:
        if "follows" not in fields:
            fields.setdefault("revision", self.revision)
        return {"entry": entry, "token": uuid4(), **fields}
