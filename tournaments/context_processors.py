"""What every page knows: the event it is about and what its reader may do there."""

from typing import Any

from django.http import HttpRequest

from tournaments.permissions import ANONYMOUS, Act, may


def event(request: HttpRequest) -> dict[str, Any]:
    actor = getattr(request, "actor", ANONYMOUS)
    tournament = getattr(request, "tournament", None)
    return {
        "actor": actor,
        "tournament": tournament,
        "can": {
            "make_events": may(actor, Act.MAKE_EVENTS),
            "look_after_site": may(actor, Act.LOOK_AFTER_SITE),
            "manage": tournament is not None and may(actor, Act.MANAGE_EVENT, tournament),
            "check_in": tournament is not None and may(actor, Act.CHECK_IN, tournament),
            "desk": tournament is not None and may(actor, Act.USE_DESK, tournament),
        },
    }
