"""Requests no browser makes: answered shortly, never by a fault of the site."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=raja"
PART = b'--raja\r\nContent-Disposition: form-data; name="a"\r\n\r\n\\x\r\n--raja--\r\n'


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    "charset", ["unicode_escape", "rot13", "hex", "utf-16", "latin-1", "x", ""]
)
@pytest.mark.parametrize(
    "kind, body", [(FORM, b"a=%5Cx"), (MULTIPART, PART)], ids=["form", "multipart"]
)
def test_a_form_in_another_charset_is_refused(
    client: Client, kind: str, body: bytes, charset: str
) -> None:
    answer = client.generic("POST", "/sign-in/", body, content_type=f"{kind}; charset={charset}")
    assert answer.status_code == 400
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert "Content-Security-Policy" in answer.headers
    assert "as UTF-8" in answer.content.decode()


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", '"utf-8"', '"Utf-8"'])
@pytest.mark.parametrize(
    "kind, body", [(FORM, b"a=%5Cx"), (MULTIPART, PART)], ids=["form", "multipart"]
)
def test_a_form_in_utf_8_is_read(client: Client, kind: str, body: bytes, charset: str) -> None:
    answer = client.generic("POST", "/sign-in/", body, content_type=f"{kind}; charset={charset}")
    assert b"This field is required" in answer.content


@pytest.mark.parametrize(
    "cookie",
    [
        'sessionid="\\000aaaaaaaaaa"',
        "sessionid=aaaaaaaaaa\x00",
        "sessionid=aaaaaaaaaa\x1b",
        'other=x; sessionid="aaaaaaaa\\012"',
        '"\x7f"=x',
    ],
)
def test_a_cookie_with_control_characters_is_refused(client: Client, cookie: str) -> None:
    answer = client.get("/", headers={"cookie": cookie})
    assert answer.status_code == 400
    assert "cookies" in answer.content.decode()


def test_a_cookie_in_quotes_or_letters_of_any_kind_is_read(client: Client) -> None:
    answer = client.get("/", headers={"cookie": 'a="x \\054 \\\\ y"; b=p\xf6yt\xe4'})
    assert answer.status_code == 200
