"""Events of any size with the names that break files."""

from __future__ import annotations

from tests.builders import draw_and_publish, event_settings, numbered_pair
from tournaments.actions.entries import EnteredPair, EnteredPlayer, import_pairs
from tournaments.actions.events import make_event, show_event
from tournaments.models import Tournament, User
from tournaments.permissions import actor_of

SIXTY_LETTERS = "Áilu-Jáŋŋášbalsačuđđit Šiŧžaåöšž Ylikorkeasalmenniemi-Ääkkölä"
LONG_WORD = "Lentokonesuihkuturbiinimoottoriapumekaanikkoaliupseerioppilas"
FORMULA = '=HYPERLINK("http://example.org") Aho'
MARKUP = "<b>Áŋčđšŧž</b> & <para>Utsi"


def odd_pair(number: int) -> EnteredPair:
    """Pairs in turn with long names, with formulas and markup, and with nothing odd."""
    match number % 3:
        case 1:
            players = (
                EnteredPlayer(f"{SIXTY_LETTERS}{number}", f"{LONG_WORD}kerho"),
                EnteredPlayer(f"{LONG_WORD}{number}", "Rovaniemen Tuppi- ja Lautapeliseura"),
            )
        case 2:
            players = (
                EnteredPlayer(f"{FORMULA}{number}", "@SUM(A1)"),
                EnteredPlayer(f"{MARKUP}{number}", "-2+3"),
            )
        case _:
            return numbered_pair(number, "Kemi")
    return EnteredPair(*players, row=number)


def make_odd_event(
    organiser: User, *, pairs: int, pools: int, tables: int = 16, name: str = "Outo & <i>tuppi</i>"
) -> Tournament:
    """An event of such pairs, drawn into `pools` pools; not drawn where that is 0."""
    actor = actor_of(organiser)
    tournament = make_event(actor=actor, settings=event_settings(name=name, tables=tables))
    actor = actor_of(organiser)
    if pairs:
        entries = [odd_pair(number) for number in range(1, pairs + 1)]
        import_pairs(actor=actor, tournament=tournament, entries=entries, source="test")
    if pools:
        return draw_and_publish(organiser, tournament, pools)
    show_event(actor=actor, tournament=tournament, public=True)
    tournament.refresh_from_db()
    return tournament
