"""Two states of a sheet in words: how lines differ, what disagrees, places that move."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from scoring.diagnosis import Disagreement
from scoring.ledger import ResultEntry
from scoring.standings import Standing
from scoring.turns import Seat
from tournaments.queries.differences import Mark, SheetDifference
from tournaments.queries.matches import MatchView
from tournaments.queries.sheets import SheetLine
from tournaments.queries.turns import player_at
from tournaments.sentences import game_word, line_booked, line_play, line_title

register = template.Library()


@register.filter
def mark_word(mark: str) -> str:
    """How a line differs, in a word or two."""
    match Mark(mark):
        case Mark.CHANGED:
            return _("changed")
        case Mark.ADDED:
            return _("added")
        case Mark.LEFT_OUT:
            return _("left out")
        case Mark.RECOUNTED:
            return _("books otherwise")


@register.filter
def line_in_short(line: SheetLine) -> str:
    """A line without its number: game, play, and what it books."""
    if isinstance(line.entry, ResultEntry):
        return f"{line_title(line)}: {line_play(line)}. {line_booked(line)}."
    title = line_title(line) + ": " if line.row.deal is None else ""
    game = f"{game_word(line)}, " if line.game else ""
    return f"{title}{game}{line_play(line)}. {line_booked(line)}."


@register.filter
def place_word(standing: Standing) -> str:
    """A place; shared ones with an equals sign, as tables have them."""
    return f"{standing.place}=" if standing.shared else f"{standing.place}"


@register.simple_tag
def disagreement_sentences(difference: SheetDifference) -> list[str]:
    """Where new lines do not agree with the result that was entered without them."""
    before, after = difference.change.before, difference.change.after
    result = before.bare_result
    if result is None:
        return []
    sentences = {
        Disagreement.UNFINISHED: _("The match is not finished by these lines."),
        Disagreement.WINNER: _("The winner: %(result)s in the result, %(lines)s by these lines.")
        % {"result": result.winner.value, "lines": _winner(after.ledger.winner)},
        Disagreement.TOTAL: _(
            "The match points: A %(a)d, B %(b)d in the result, "
            "A %(lines_a)d, B %(lines_b)d by these lines."
        )
        % {
            "a": result.total_a,
            "b": result.total_b,
            "lines_a": after.ledger.total.a,
            "lines_b": after.ledger.total.b,
        },
        Disagreement.TUPPI: _("The result has a tuppi, these lines have none.")
        if result.tuppi
        else _("The result has no tuppi, these lines have one."),
    }
    return [sentences[each] for each in difference.disagreements]


@register.simple_tag
def seats_now(view: MatchView) -> str:
    """The seats there are, in a sentence; empty where nobody said."""
    seating = view.match.seating
    if seating is None:
        return ""
    return _("Now: on the left of %(player)s sits %(left)s; first dealer %(dealer)s.") % {
        "player": player_at(view, Seat.A1),
        "left": player_at(view, seating.left_of_a1),
        "dealer": player_at(view, seating.first_dealer),
    }


def _winner(winner: object) -> str:
    return str(getattr(winner, "value", "–"))
