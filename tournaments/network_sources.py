"""Where a request came from, told so that the address itself is not kept."""

from __future__ import annotations

import hashlib
import hmac

from django.conf import settings

from tournaments.models import Tournament


def source_digest(tournament: Tournament, source: str) -> str:
    """A text that is the same for one network address and event, and from which it cannot be
    found: 64 hexadecimal digits."""
    return hmac.new(
        settings.SECRET_KEY.encode(), f"{tournament.pk} {source}".encode(), hashlib.sha256
    ).hexdigest()
