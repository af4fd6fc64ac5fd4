"""Pages whose address is the key to them: nobody keeps, indexes or hands on the address."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.cache import add_never_cache_headers


def keep_private(response: HttpResponse) -> HttpResponse:
    """The answer with what keeps its address out of caches, indexes and other sites' logs.

    `strict-origin`, not `no-referrer`: with the latter a browser calls the site's own forms'
    origin "null", and the one that changes the language would be refused.
    """
    add_never_cache_headers(response)
    response.headers["Referrer-Policy"] = "strict-origin"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response
