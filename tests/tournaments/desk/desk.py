"""A match at the desk as tests use it: asking for its pages, filling in their forms."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpResponse
from django.test import Client

from scoring.ledger import Ledger
from tests.builders import play, sheet_in_short
from tournaments.models import Match, Tournament


@dataclass
class Desk:
    """One match at the desk, through one signed-in client."""

    client: Client
    tournament: Tournament
    organiser: AbstractBaseUser
    match: Match

    @property
    def home(self) -> str:
        return f"/t/{self.tournament.slug}/desk/"

    @property
    def address(self) -> str:
        return f"{self.home}matches/{self.match.number}/"

    @property
    def sheet(self) -> str:
        """The live sheet in short notation."""
        return sheet_in_short(self.match)

    @property
    def revision(self) -> int:
        self.match.refresh_from_db()
        return self.match.revision

    def set_format(self, kind: str, deals: int | None) -> None:
        Match.objects.filter(pk=self.match.pk).update(format=kind, deals=deals)
        self.match.refresh_from_db()

    def typed(self, notation: str, reason: str = "") -> Ledger:
        """The sheet made to read `notation` by the organiser, past the pages."""
        return play(self.organiser, self.match, notation, reason)

    def get(self, path: str = "", **headers: str) -> HttpResponse:
        return self.client.get(self.address + path, headers=headers)

    def fragment(self, path: str = "") -> HttpResponse:
        return self.get(path, **{"HX-Request": "true"})

    def tap(self, *keys: str) -> HttpResponse:
        """The page after following the keys of these ids, one after the other."""
        response = self.get()
        for key in keys:
            response = self.client.get(link(response, key))
        return response

    def write(self, entry: str, **fields: Any) -> HttpResponse:
        return self.client.post(self.address, self._fields(entry=entry, **fields))

    def take_back(self, **fields: Any) -> HttpResponse:
        return self.client.post(
            f"{self.address}take-back/", self._fields(**{"reason": "Typed wrong", **fields})
        )

    def check(self, notation: str, *, htmx: bool = True, **fields: Any) -> HttpResponse:
        headers = {"HX-Request": "true"} if htmx else {}
        return self.client.post(
            f"{self.address}check/", self._fields(notation=notation, **fields), headers=headers
        )

    def save(self, notation: str, **fields: Any) -> HttpResponse:
        """The whole sheet saved without looking first."""
        return self.client.post(f"{self.address}sheet/", self._fields(notation=notation, **fields))

    def save_shown(self, notation: str, **fields: Any) -> HttpResponse:
        """The whole sheet saved after its change was shown."""
        shown = form_values(self.check(notation, **fields))["shown"]
        return self.save(notation, shown=shown, **fields)

    def _fields(self, **fields: Any) -> dict[str, Any]:
        return {"token": uuid4(), "revision": self.revision, **fields}


def plain(response: HttpResponse) -> str:
    """What a page says: its text without markup, every white space one blank."""
    text = re.sub(r"<[^>]*>", " ", response.content.decode())
    return " ".join(unescape(text).split())


def link(response: HttpResponse, key: str) -> str:
    """Where the link of this id leads."""
    found = re.search(rf'<a[^>]*id="{re.escape(key)}"[^>]*>', response.content.decode())
    assert found, f"no key {key}"
    address = re.search(r'href="([^"]*)"', found[0])
    assert address
    return unescape(address[1])


def form_values(response: HttpResponse) -> dict[str, str]:
    """The values of every input of a page by name, the last of a name; areas of text too."""
    html = response.content.decode()
    values = {}
    for tag in re.findall(r"<input[^>]*>", html):
        name = re.search(r'name="([^"]*)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if name:
            values[name[1]] = unescape(value[1]) if value else ""
    for name, text in re.findall(
        r'<textarea[^>]*name="([^"]*)"[^>]*>\n?(.*?)</textarea>', html, re.S
    ):
        values[name] = unescape(text).strip()
    return values


def told(response: HttpResponse) -> list[str]:
    """The messages shown on the page a redirect leads to."""
    page = response.client.get(response["Location"])
    return [str(message) for message in page.context["messages"]]
