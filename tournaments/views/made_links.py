"""The page that shows a link just made: the one time it can be read."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.actions.links import MadeLink
from tournaments.models import OneTimeLink

MADE_ALREADY = _(
    "The link was made already, and a link is shown only once. If you have not got it, withdraw "
    "it in the list and make a new one."
)


def show_made_link(request: HttpRequest, made: MadeLink, *, back: str) -> HttpResponse:
    """The link ready to be copied, in the answer to the form that made it; `back` is where to go.

    The address begins with SITE_URL: what the request claims about the site is not believed.
    """
    link = made.link
    is_for_password = link.purpose == OneTimeLink.Purpose.NEW_PASSWORD
    name = "new-password-link" if is_for_password else "invitation-link"
    return render(
        request,
        "people/link_made.html",
        {
            "section": "manage",
            "page_width": "narrow",
            "link": link,
            "is_for_password": is_for_password,
            "person": link.user.display_name if link.user else link.meant_for,
            "address": settings.SITE_URL + reverse(name, args=[made.secret]),
            "back": back,
        },
    )
