"""What happens to every request: held to its form, the language chosen, the policy of the
address."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.core.exceptions import PermissionDenied
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseNotModified,
)
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.functional import SimpleLazyObject
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from tournaments.freshness import for_one_browser, still_stands
from tournaments.links_at_table import event_by_link
from tournaments.models import Tournament
from tournaments.permissions import ANONYMOUS, Act, Actor, actor_of, may
from tournaments.queries.events import with_results_told

GetResponse = Callable[[HttpRequest], HttpResponse]


class EventRequest(HttpRequest):
    """A request as views see it: who asks, and the event its address names."""

    actor: Actor
    tournament: Tournament


class WellFormedMiddleware:
    """Answers 400 to what no browser sends and what would fail further in.

    Some charsets Python knows are no way to write a form at all; a NUL is no text for PostgreSQL.
    Comes before everything that reads cookies or a form.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if (request.content_params or {}).get("charset", "utf-8").strip('"').lower() != "utf-8":
            return _refusal(_("This site reads forms as UTF-8 only. Send the form as UTF-8."))
        # Once as they came and once as they are read: in quotes, \000 stands for a NUL.
        header = request.META.get("HTTP_COOKIE", "")
        if any(map(_has_controls, (header, *request.COOKIES, *request.COOKIES.values()))):
            return _refusal(
                _("The browser's cookies hold characters that are no text. Clear them, try again.")
            )
        return self.get_response(request)


def _has_controls(text: str) -> bool:
    return any(character < " " or character == "\x7f" for character in text)


def _refusal(sentence: str) -> HttpResponse:
    return HttpResponseBadRequest(sentence, content_type="text/plain; charset=utf-8")


class SignInMiddleware(LoginRequiredMiddleware):
    """Asks for signing in where an address needs it; a form sent there is kept meanwhile."""

    def handle_no_permission(  # type: ignore[override]
        self, request: HttpRequest, view_func: Callable[..., Any]
    ) -> HttpResponseBase:
        if request.method != "POST":
            return super().handle_no_permission(request, view_func)
        ask: Callable[[HttpRequest], HttpResponse] = import_string(
            "tournaments.views.kept.ask_to_sign_in"
        )
        return ask(request)


class ChosenLanguageMiddleware:
    """Finnish unless the visitor chose otherwise; never guessed from the browser."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        language = chosen if chosen in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        with translation.override(language):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response


class UnchangedMiddleware:
    """Answers a live page that asks again by itself where what it shows still stands.

    Comes after the language is chosen and before anything that reads the session: most of what a
    hall asks on a day of play ends here (see `tournaments.freshness`).
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        asks_again = request.method == "GET" and "HX-Request" in request.headers
        tag = still_stands(request, kwargs["slug"]) if asks_again and "slug" in kwargs else None
        if tag is None:
            return None
        response = for_one_browser(HttpResponseNotModified())
        response.headers["ETag"] = tag
        return response


class PolicyMiddleware:
    """Finds the event an address names and holds the address to the act its view declares.

    A view that declares nothing is closed. An event the visitor may not see is answered like one
    that does not exist. At the tables the secret in the address says who asks, whoever is signed
    in.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.actor = SimpleLazyObject(  # type: ignore[attr-defined]
            lambda: actor_of(request.user) if request.user.is_authenticated else ANONYMOUS
        )
        return self.get_response(request)

    def process_view(
        self, request: EventRequest, view: Callable[..., Any], args: Any, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        act: Act | None = getattr(view, "act", None)
        if act is None:
            raise PermissionDenied("this address declares no policy")
        if act is Act.KEEP_SHEET:
            return self._by_link(request, kwargs)
        tournament = None
        if "slug" in kwargs:
            tournament = with_results_told(Tournament.objects.filter(slug=kwargs["slug"])).first()
            if tournament is None or not may(request.actor, Act.SEE_EVENT, tournament):
                raise Http404("no such event")
            request.tournament = tournament
        if not may(request.actor, act, tournament):
            raise PermissionDenied(act.value)
        return None

    def _by_link(self, request: EventRequest, address: dict[str, Any]) -> HttpResponse | None:
        tournament, actor = event_by_link(**address)
        is_right = may(actor, Act.KEEP_SHEET, tournament)
        if tournament is None or not (is_right or tournament.is_public):
            raise Http404("no such event")
        request.tournament, request.actor = tournament, actor
        if is_right:
            return None
        answer: Callable[[EventRequest], HttpResponse] = import_string(
            "tournaments.views.table.dead_links.not_in_force"
        )
        return answer(request)
