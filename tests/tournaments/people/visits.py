"""People who come by a link, in a browser of their own."""

from __future__ import annotations

import re
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client

PASSWORD = "pöytä52-ja-nousu"
NEW_PASSWORD = "ramin-ryöstö-16"


def link_shown(response: HttpResponse) -> str:
    """The path of the link that a page shows once."""
    assert response.status_code == 200
    found = re.search(r'value="http://testi\.example(/[a-z-]+/[\w-]+/)"', response.content.decode())
    assert found
    return found[1]


def secret_of(path: str) -> str:
    return path.strip("/").rsplit("/", maxsplit=1)[-1]


def came_by(path: str, client: Client | None = None) -> Client:
    """A browser that has opened the link."""
    client = client or Client()
    client.get(path)
    return client


def make_account(client: Client, **changes: str) -> HttpResponse:
    values = {
        "full_name": "Reetta Kettunen",
        "username": "reetta",
        "new_password1": NEW_PASSWORD,
        "new_password2": NEW_PASSWORD,
        "token": str(uuid4()),
    }
    return client.post("/invitation/", {**values, **changes})


def choose_password(client: Client, password: str = NEW_PASSWORD, **changes: str) -> HttpResponse:
    values = {"new_password1": password, "new_password2": password, "token": str(uuid4())}
    return client.post("/new-password/", {**values, **changes})
