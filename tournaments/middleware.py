"""What happens to every request: held to its form, the language chosen, the policy of the
address."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.functional import SimpleLazyObject
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.permissions import ANONYMOUS, Act, Actor, actor_of, may

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


class PolicyMiddleware:
    """Finds the event an address names and holds the address to the act its view declares.

    A view that declares nothing is closed. An event the visitor may not see is answered like one
    that does not exist.
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
    ) -> None:
        act: Act | None = getattr(view, "act", None)
        if act is None:
            raise PermissionDenied("this address declares no policy")
        tournament = None
        if "slug" in kwargs:
            tournament = Tournament.objects.filter(slug=kwargs["slug"]).first()
            if tournament is None or not may(request.actor, Act.SEE_EVENT, tournament):
                raise Http404("no such event")
            request.tournament = tournament
        if not may(request.actor, act, tournament):
            raise PermissionDenied(act.value)
