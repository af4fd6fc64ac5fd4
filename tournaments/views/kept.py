"""What was typed outlives a session that ended: it is kept through signing in and sent again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlsplit

from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views import csrf

from tournaments.forms.accounts import SignInForm

UNAUTHORIZED = 401
FORBIDDEN = 403
KEPT_FOR = timedelta(hours=12)
MOST_LETTERS = 400_000
_SALT = "kept form"
# Said by the site, not typed by anybody.
_OWN_FIELDS = ("token", "revision", "at", "shown", "seen", "fingerprint")


@dataclass(frozen=True)
class KeptForm:
    """A form that could not be taken: where it was sent, and its fields in order.

    Passwords and uploaded files are never kept.
    """

    address: str
    fields: tuple[tuple[str, str], ...]

    @property
    def typed(self) -> tuple[str, ...]:
        """What a person typed into it, to be shown."""
        return tuple(
            value
            for name, value in self.fields
            if value.strip() and name not in _OWN_FIELDS and "_FORMS" not in name
        )

    def sealed(self) -> str:
        """The form as a text that only this site can have made."""
        return signing.dumps([self.address, self.fields], salt=_SALT, compress=True)


def kept_form(request: HttpRequest) -> KeptForm | None:
    """The form a request sent; None where there is nothing in it worth keeping."""
    fields = tuple(
        (name, value)
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken" and "password" not in name
        for value in values
        if isinstance(value, str)
    )
    if not fields or sum(len(value) for _name, value in fields) > MOST_LETTERS:
        return None
    return KeptForm(request.get_full_path(), fields)


def unsealed(text: str) -> KeptForm | None:
    """The form in a sealed text; None where it is none, was changed or is too old."""
    try:
        address, fields = signing.loads(text, salt=_SALT, max_age=KEPT_FOR)
    except (signing.BadSignature, ValueError):
        return None
    return KeptForm(address, tuple((name, value) for name, value in fields))


def ask_to_sign_in(request: HttpRequest) -> HttpResponse:
    """The answer to a form sent by somebody not signed in: the sign-in page, with it kept."""
    if request.headers.get("HX-Request"):
        return HttpResponse(status=UNAUTHORIZED)
    kept = kept_form(request)
    return render(
        request,
        "accounts/sign_in.html",
        {
            "form": SignInForm(request),
            "next": reverse("home"),
            "kept": kept,
            "page_width": "narrow",
        },
        status=UNAUTHORIZED,
    )


def send_again(request: HttpRequest, kept: KeptForm, status: int = 200) -> HttpResponse:
    """A page that shows what was typed, with one key to send it."""
    return render(
        request, "accounts/send_again.html", {"kept": kept, "page_width": "narrow"}, status=status
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """A form whose token is of an earlier session: shown again, to be sent by another press.

    One that came from another site is refused and nothing of it shown.
    """
    source = request.headers.get("Origin") or request.headers.get("Referer") or ""
    kept = kept_form(request)
    is_ours = urlsplit(source).netloc == request.get_host()
    if kept is None or not is_ours or request.path == reverse("sign-in"):
        return csrf.csrf_failure(request, reason=reason)
    return send_again(request, kept, status=FORBIDDEN)
