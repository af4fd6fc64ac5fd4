"""How a view says which act it needs, and which methods it answers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_http_methods

from tournaments.one_moment import one_moment
from tournaments.permissions import OPEN_TO_ALL, Act

View = Callable[..., HttpResponseBase]


def page(act: Act, *methods: str) -> Callable[[View], View]:
    """Declares that a view needs `act` and answers `methods` (GET and HEAD if none are named).

    `PolicyMiddleware` holds the address to it; an address whose view declares nothing is closed.
    What only reads is read in one moment.
    """

    def declare(view: View) -> View:
        answered = require_http_methods(list(methods) or ["GET", "HEAD"])(view)

        @wraps(answered)
        def declared(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            # The event is found by the middleware; views read request.tournament.
            kwargs.pop("slug", None)
            reads = request.method in ("GET", "HEAD")
            with one_moment() if reads else nullcontext():
                return answered(request, *args, **kwargs)

        declared.act = act  # type: ignore[attr-defined]
        declared.login_required = act not in OPEN_TO_ALL  # type: ignore[attr-defined]
        return declared

    return declare
