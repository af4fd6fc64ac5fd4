"""The jury: naming it, recording its free decisions, undoing them (R19, R20a)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Max, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.faults import Fault
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.locking import locked_match
from tournaments.actions.refusals import Refused, Stale
from tournaments.actions.sheets import replace_sheet
from tournaments.codes_in_words import FAULTS
from tournaments.ledger import entries_of, ledger_of
from tournaments.models import JuryDecision, JuryMember, Match, Pair, Tournament
from tournaments.models.rulings import JURY_SEATS
from tournaments.permissions import Act, Actor

Kind = JuryDecision.Kind


def name_jury(
    *,
    actor: Actor,
    tournament: Tournament,
    members: Sequence[tuple[str, str]],
    seen_revision: int,
    token: UUID | None = None,
) -> None:
    """Makes these the jury: name and club ("" for none) of each, at most three, already valid.

    Raises Stale where the event's settings are not at `seen_revision` any more, AlreadyDone, and
    Refused for more than three. Who sits there already changes nothing.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        if locked.revision != seen_revision:
            raise Stale(
                _(
                    "The settings changed while you had them open. What is there now is shown; "
                    "what you typed is not kept yet. Look it over and save again."
                )
            )
        if len(members) > JURY_SEATS:
            raise Refused(_("The jury has three members. Leave the rest out."))
        before = _jury_of(locked)
        after = [list(member) for member in members]
        if before == after:
            return
        locked.jury.all().delete()
        JuryMember.objects.bulk_create(
            JuryMember(tournament=locked, seat=seat, name=name, club_name=club)
            for seat, (name, club) in enumerate(members, start=1)
        )
        locked.revision += 1
        locked.save(update_fields=["revision"])
        record(
            actor=actor,
            verb=Verb.NAME_JURY,
            tournament=locked,
            token=token,
            before=before,
            after=after,
        )


def replay_deal(
    *,
    actor: Actor,
    match: Match,
    position: int,
    reason: str,
    note: str = "",
    seen_revision: int,
    token: UUID | None = None,
) -> JuryDecision:
    """Takes the line at `position` off the sheet, since the jury has its deal played again.

    It is a correction like any other, its reason names the jury. Raises Stale, AlreadyDone, and
    Refused where there is no such deal or a line behind it no longer stands without it.
    """
    tournament = match.tournament
    with writing(actor=actor, act=Act.USE_DESK, tournament=tournament, token=token) as locked:
        held = _held(match, seen_revision)
        entries = entries_of(held)
        rows = ledger_of(held).rows
        deal = rows[position - 1].deal if 1 <= position <= len(rows) else None
        if deal is None:
            raise Refused(_("There is no such deal on the sheet. Choose one that is there."))
        try:
            replace_sheet(
                actor=actor,
                match=held,
                entries=(*entries[: position - 1], *entries[position:]),
                seen_revision=seen_revision,
                reason=reason,
                replayed_deal=deal,
            )
        except Fault as fault:
            # The fault counts without the line taken out.
            broken = (fault.entry or 0) + 2
            raise Refused(
                _(
                    "Without this deal, line %(line)d of the sheet no longer stands: %(fault)s "
                    "Nothing was changed. Mend the lines behind it first, on the whole sheet."
                )
                % {"line": broken, "fault": FAULTS[fault.code.value]}
            ) from None
        return _decide(
            actor=actor,
            tournament=locked,
            kind=Kind.REPLAY,
            match=held,
            subject=_both_pairs(held),
            subject_match=held.number,
            deal=deal,
            reason=reason,
            note=note,
            token=token,
        )


def change_points(
    *,
    actor: Actor,
    match: Match,
    side: str,
    points: int,
    reason: str,
    note: str = "",
    seen_revision: int,
    token: UUID | None = None,
) -> JuryDecision:
    """Adds match points to one pair of a match ("A" or "B"), or takes them where below 0.

    The sheet and the match's winner stay as they are; standings count the points. Raises Stale,
    AlreadyDone, and Refused where nothing was written yet, `points` is 0, or the pair's total
    would fall below 0.
    """
    tournament = match.tournament
    with writing(actor=actor, act=Act.USE_DESK, tournament=tournament, token=token) as locked:
        held = _held(match, seen_revision)
        if not held.is_started:
            raise Refused(_("Nothing has been written of this match yet: it has no points."))
        if not points:
            raise Refused(_("Give at least one match point."), field="points")
        pair, own = (held.pair_a, held.total_a) if side == "A" else (held.pair_b, held.total_b)
        total = own + _points_so_far(held, pair)
        if total + points < 0:
            raise Refused(
                _("The pair has %(total)d match points: no more can be taken.") % {"total": total},
                field="points",
            )
        return _decide(
            actor=actor,
            tournament=locked,
            kind=Kind.POINTS,
            match=held,
            pair=pair,
            subject=[_pair_name(pair)],
            points=points,
            reason=reason,
            note=note,
            token=token,
        )


def exclude(
    *,
    actor: Actor,
    tournament: Tournament,
    pair_number: int,
    seat: int | None = None,
    reason: str,
    note: str = "",
    token: UUID | None = None,
) -> JuryDecision:
    """Records that a pair is barred from the event, or one of its players (`seat` 1 or 2) (R19).

    What becomes of the pair's matches is decided where pairs are withdrawn (R27). Raises
    AlreadyDone, and Refused where there is no such pair.
    """
    with writing(actor=actor, act=Act.USE_DESK, tournament=tournament, token=token) as locked:
        pair = locked.pairs.filter(number=pair_number).first()
        if pair is None:
            raise Refused(_("There is no such pair. Choose one from the list."), field="pair")
        named = pair.players.get(seat=seat).name if seat else _pair_name(pair)
        return _decide(
            actor=actor,
            tournament=locked,
            kind=Kind.EXCLUSION,
            pair=pair,
            subject=[named],
            reason=reason,
            note=note,
            token=token,
        )


def decide_other(
    *,
    actor: Actor,
    tournament: Tournament,
    match_number: int | None = None,
    reason: str,
    note: str = "",
    token: UUID | None = None,
) -> JuryDecision:
    """Records anything else the jury decided, about a match or about none.

    Raises AlreadyDone, and Refused where there is no such match.
    """
    with writing(actor=actor, act=Act.USE_DESK, tournament=tournament, token=token) as locked:
        match: Match | None = None
        subject: list[str] = []
        if match_number is not None:
            match = locked.matches.live().filter(number=match_number).first()
            if match is None:
                raise Refused(_("There is no match of this number."), field="match")
            subject = _both_pairs(match)
        return _decide(
            actor=actor,
            tournament=locked,
            kind=Kind.OTHER,
            match=match,
            subject=subject,
            subject_match=match_number,
            reason=reason,
            note=note,
            token=token,
        )


def undo_decision(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    reason: str,
    token: UUID | None = None,
) -> JuryDecision:
    """Undoes a decision openly: it stays listed, with who undid it, when and why.

    Points count no more from then on. The sheet of a deal played again stays as it is now.
    Raises JuryDecision.DoesNotExist, AlreadyDone, and Refused where it is undone already, or
    where without added points the pair would have less than 0.
    """
    with writing(actor=actor, act=Act.USE_DESK, tournament=tournament, token=token) as locked:
        decision = locked.decisions.select_related("match", "pair").get(number=number)
        if decision.is_undone:
            raise Refused(_("This decision has been undone already."))
        if decision.kind == Kind.POINTS and decision.match and decision.pair:
            match = Match.objects.select_for_update(of=("self",)).get(pk=decision.match.pk)
            own = match.total_a if match.pair_a_id == decision.pair_id else match.total_b
            left = own + _points_so_far(match, decision.pair) - (decision.points or 0)
            if left < 0:
                raise Refused(
                    _("More points have been taken from the pair since. Undo that decision first.")
                )
        decision.undone_at = timezone.now()
        decision.undone_by_id = actor.user_id
        decision.undone_by_name = actor.name
        decision.undone_reason = reason
        decision.save(
            update_fields=["undone_at", "undone_by_id", "undone_by_name", "undone_reason"]
        )
        record(
            actor=actor,
            verb=Verb.UNDO_DECISION,
            tournament=locked,
            match=decision.match,
            token=token,
            decision=number,
            kind=decision.kind,
            reason=reason,
        )
    return decision


def _held(match: Match, seen_revision: int) -> Match:
    """The match locked; raises Stale where its sheet is not at `seen_revision` any more."""
    held = locked_match(match)
    if held.revision != seen_revision:
        raise Stale(
            _(
                "The sheet changed while you had it open. What is there now is shown; "
                "the decision is not recorded yet. Look it over and save again."
            )
        )
    return held


def _points_so_far(match: Match, pair: Pair) -> int:
    """What the jury's decisions in force give a pair in a match."""
    in_force = match.jury_decisions.filter(
        kind=Kind.POINTS, pair=pair, undone_at__isnull=True
    ).aggregate(sum=Sum("points"))
    return in_force["sum"] or 0


def _jury_of(tournament: Tournament) -> list[list[str]]:
    return [[member.name, member.club_name] for member in tournament.jury.order_by("seat")]


def _both_pairs(match: Match) -> list[str]:
    return [_pair_name(match.pair_a), _pair_name(match.pair_b)]


def _pair_name(pair: Pair) -> str:
    return " – ".join(player.name for player in pair.players.order_by("seat"))


def _decide(
    *,
    actor: Actor,
    tournament: Tournament,
    kind: str,
    match: Match | None = None,
    reason: str,
    note: str,
    token: UUID | None,
    **fields: Any,
) -> JuryDecision:
    """Writes a decision down; call it inside the write's transaction."""
    last = tournament.decisions.aggregate(last=Max("number"))["last"] or 0
    decision = JuryDecision.objects.create(
        tournament=tournament,
        number=last + 1,
        kind=kind,
        match=match,
        reason=reason,
        note=note,
        jury=_jury_of(tournament),
        made_by_id=actor.user_id,
        made_by_name=actor.name,
        **fields,
    )
    record(
        actor=actor,
        verb=Verb.RECORD_DECISION,
        tournament=tournament,
        match=match,
        token=token,
        decision=decision.number,
        kind=kind,
        subject=decision.subject,
        subject_match=decision.subject_match,
        points=decision.points,
        deal=decision.deal,
        reason=reason,
    )
    return decision
