"""Rulings and the jury in words."""

from __future__ import annotations

from django import template

from scoring.rulings import AwardReason, Penalty, PlayOffence
from tournaments import jury_wording
from tournaments.codes_in_words import OFFENCES
from tournaments.queries.event_rulings import EventRuling
from tournaments.ruling_sentences import cost_sentence, rest_sentence
from tournaments.views.desk.ruling_steps import RulingChoice

register = template.Library()
register.filter("cost_sentence", cost_sentence)
register.filter("correction_reason", jury_wording.correction_reason)
register.filter("decision_subject", jury_wording.decision_subject)
register.filter("decision_title", jury_wording.decision_title)
register.filter("jury_fault", jury_wording.jury_fault)
register.filter("members_text", jury_wording.members_text)
register.filter("jury_points", jury_wording.jury_points)


@register.filter
def offence_word(code: str) -> str:
    """An offence in words, by its code."""
    return str(OFFENCES[code])


@register.simple_tag
def offence_codes(kind: str) -> list[tuple[str, str]]:
    """The offences that the short notation names, each with its code and in words: those of
    "procedure" (R15), in "play" (R16), and what an "award" is for (R17, R18)."""
    kinds = {"procedure": Penalty, "play": PlayOffence, "award": AwardReason}
    return [(offence.value, str(OFFENCES[offence.value])) for offence in kinds[kind]]


@register.filter
def rest_of_tricks(choice: RulingChoice) -> str:
    """Where the rest of the tricks go by the offence in play that was chosen (R16); else ""."""
    if choice.play_offence is None or choice.against is None:
        return ""
    return rest_sentence(choice.play_offence, choice.against, choice.game)


@register.filter
def offence_of_ruling(ruling: EventRuling) -> str:
    """The offence of a ruling in words."""
    return str(OFFENCES[ruling.offence.code])
