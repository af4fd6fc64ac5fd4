"""The jury and its decisions in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import JuryDecision, SheetRevision
from tournaments.queries.jury import JuryFault
from tournaments.queries.standings import StandingRow

Kind = JuryDecision.Kind

KINDS = {
    Kind.REPLAY.value: gettext_lazy("A deal is played again"),
    Kind.POINTS.value: gettext_lazy("Points added or taken"),
    Kind.EXCLUSION.value: gettext_lazy("A pair or a player is barred"),
    Kind.OTHER.value: gettext_lazy("Something else"),
}

FAULTS = {
    JuryFault.TOO_FEW: gettext_lazy("The jury has fewer than three members."),
    JuryFault.CLUB_MISSING: gettext_lazy("A member has no club."),
    JuryFault.SAME_CLUB: gettext_lazy("Two members come from one club."),
}


def jury_fault(fault: JuryFault) -> str:
    """What a jury is short of, in a sentence."""
    return str(FAULTS[fault])


def members_text(members: Sequence[Sequence[str]]) -> str:
    """The members of a jury on one line, clubs in brackets."""
    return ", ".join(f"{name} ({club})" if club else name for name, club in members)


def decision_title(decision: JuryDecision) -> str:
    """What was decided, in a few words."""
    return decision_words(decision.kind, points=decision.points, deal=decision.deal)


def decision_words(kind: str, *, points: int | None, deal: int | None) -> str:
    """A decision of this kind in a few words; `points` and `deal` where the kind has them."""
    match kind:
        case Kind.REPLAY:
            return _("Deal %(deal)d is played again") % {"deal": deal or 0}
        case Kind.POINTS:
            return points_text(points or 0)
        case Kind.EXCLUSION:
            return _("Barred from the event")
        case _:
            return _("Decision of the jury")


def decision_subject(decision: JuryDecision) -> str:
    """Whom a decision is about, as they were named then; "" for nobody."""
    return subject_words(decision.subject, decision.subject_match)


def subject_words(names: Sequence[str], match: int | None) -> str:
    """The two pairs of the match of this number, or whoever is named; "" for nobody.

    Raises ValueError where a match has other than two names.
    """
    if match is None:
        return ", ".join(names)
    a, b = names
    return _("match %(number)d: %(a)s against %(b)s") % {"number": match, "a": a, "b": b}


def correction_reason(revision: SheetRevision) -> str:
    """Why a sheet was written to, for a correction; "" where nobody said.

    Whatever stands as the reason of a deal taken back at its table was not said by anybody: such
    revisions once kept these words, in the language of the phone.
    """
    if revision.takes_back_at_table:
        return _("Taken back at the table")
    return reason_words(revision.reason, revision.replayed_deal)


def reason_words(reason: str, replayed_deal: int | None) -> str:
    """A correction's reason, naming the jury where it has this deal played again."""
    if replayed_deal is None:
        return reason
    return _("The jury has deal %(deal)d played again: %(reason)s") % {
        "deal": replayed_deal,
        "reason": reason,
    }


def points_text(points: int) -> str:
    """Match points added, or taken away below 0."""
    count = abs(points)
    text = (
        ngettext("%(count)d match point taken", "%(count)d match points taken", count)
        if points < 0
        else ngettext("%(count)d match point added", "%(count)d match points added", count)
    )
    return text % {"count": count}


def jury_points(row: StandingRow) -> list[tuple[int, str]]:
    """What the jury changed in a pair's points: each match's number and the words for it."""
    return [
        (
            change.match.match.number,
            _("Jury: %(points)s in match %(number)d.")
            % {"points": points_text(change.points), "number": change.match.match.number},
        )
        for change in row.jury
    ]
