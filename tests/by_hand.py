"""A visitor without a browser: opens pages, fills their forms in and sends them, over HTTP."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.test import Client


@dataclass
class Form:
    """A form as a page has it: what a browser would send of it untouched."""

    action: str
    method: str
    values: dict[str, list[str]] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)


class _Reader(HTMLParser):
    """Forms with their fields: hidden and filled ones, ticked ones, what is chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.open: Form | None = None
        self.select: str | None = None
        self.first_option = ""
        self.chosen = False
        self.area: str | None = None
        self.text = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.open = Form(told.get("action", ""), told.get("method", "get").lower())
            self.forms.append(self.open)
        elif self.open is not None and told.get("name"):
            self._field(tag, told)
        if tag == "option" and self.select:
            self._option(told)

    def _field(self, tag: str, told: dict[str, str]) -> None:
        assert self.open is not None
        name, kind = told["name"], told.get("type", "text")
        self.open.names.add(name)
        if tag == "input" and kind not in ("submit", "button", "file"):
            if kind not in ("radio", "checkbox") or "checked" in told:
                value = told.get("value", "on" if kind == "checkbox" else "")
                self.open.values.setdefault(name, []).append(value)
        elif tag == "select":
            self.select, self.first_option, self.chosen = name, "", False
        elif tag == "textarea":
            self.area, self.text = name, ""

    def _option(self, told: dict[str, str]) -> None:
        assert self.open is not None
        assert self.select is not None
        if "selected" in told:
            self.open.values.setdefault(self.select, []).append(told.get("value", ""))
            self.chosen = True
        elif not self.first_option:
            self.first_option = told.get("value", "")

    def handle_data(self, data: str) -> None:
        if self.area:
            self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "select" and self.select and self.open is not None:
            if not self.chosen:
                self.open.values.setdefault(self.select, []).append(self.first_option)
            self.select = None
        elif tag == "textarea" and self.area and self.open is not None:
            self.open.values.setdefault(self.area, []).append(self.text.strip("\n"))
            self.area = None


@dataclass
class Page:
    """A page that was opened: where it is, its status and its text."""

    address: str
    status: int
    html: str

    def form(self, *, has: str = "", to: str | None = None) -> Form:
        """The one form to send that has a field of this name and goes to an address ending so."""
        reader = _Reader()
        reader.feed(self.html)
        found = [
            form
            for form in reader.forms
            if form.method == "post"
            and (not has or has in form.names)
            and (to is None or urljoin(self.address, form.action).split("?")[0].endswith(to))
        ]
        assert len(found) == 1, (self.address, has, to, [each.action for each in reader.forms])
        return found[0]


class Visitor:
    """Somebody with a browser, reading English."""

    def __init__(self, client: Client) -> None:
        self.client = client
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"

    def open(self, address: str) -> Page:
        return self._followed(address, self.client.get(address, follow=True))

    def send(
        self, page: Page, *, has: str = "", to: str | None = None, status: int = 200, **values: Any
    ) -> Page:
        """Fills a form of the page in and sends it; the page it leads to, which must have this
        status."""
        form = page.form(has=has, to=to)
        typed = {
            name: value if isinstance(value, list) else [value] for name, value in values.items()
        }
        address = urljoin(page.address, form.action) if form.action else page.address
        answer = self.client.post(address, {**form.values, **typed}, follow=True)
        shown = self._followed(address, answer)
        assert shown.status == status, (address, shown.status, shown.html)
        return shown

    def _followed(self, address: str, answer: Any) -> Page:
        if answer.redirect_chain:
            address = urljoin(address, answer.redirect_chain[-1][0])
        parts = urlsplit(address)
        told = parts.path + (f"?{parts.query}" if parts.query else "")
        return Page(told, answer.status_code, answer.content.decode())
