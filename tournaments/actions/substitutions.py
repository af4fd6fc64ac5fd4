"""A player of a drawn pair replaced by another; the pair goes on with its results."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.entries import EnteredPlayer
from tournaments.actions.people import clubs_by_name, players_by_name
from tournaments.actions.refusals import Refused, Stale
from tournaments.drawn_pairs import is_drawn
from tournaments.models import Pair, PairPlayer, Substitution, Tournament, Withdrawal
from tournaments.names import clean_name, fold_name, sort_key
from tournaments.permissions import Act, Actor


def substitute_player(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    seat: int,
    entry: EnteredPlayer,
    reason: str = "",
    token: UUID | None = None,
) -> Substitution:
    """`entry` plays from now on in the place of the player at `seat` (1 or 2) of a pair.

    Raises Pair.DoesNotExist, AlreadyDone; Refused before the draw, for a pair that has withdrawn,
    and where the substitute plays in the event already.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        pair = locked.pairs.get(number=number)
        _refuse_unless_in_play(pair)
        place = pair.players.select_related("player", "club").get(seat=seat)
        _refuse_entered(locked, entry.name)
        player = players_by_name([entry.name])[fold_name(entry.name)]
        club = clubs_by_name([entry.club])[fold_name(entry.club)] if entry.club else None
        made = Substitution.objects.create(
            tournament=locked,
            pair=pair,
            seat=seat,
            out_player=place.player,
            out_name=place.name,
            out_club=place.club,
            out_club_name=place.club_name,
            in_player=player,
            in_name=clean_name(entry.name),
            in_club=club,
            in_club_name=clean_name(entry.club),
            reason=reason,
            made_by_id=actor.user_id,
            made_by_name=actor.name,
        )
        _seat(place, made, back=False)
        record(
            actor=actor,
            verb=Verb.SUBSTITUTE_PLAYER,
            tournament=locked,
            token=token,
            pair=number,
            seat=seat,
            out=[made.out_name, made.out_club_name],
            substitute=[made.in_name, made.in_club_name],
            reason=reason,
        )
    return made


def undo_substitution(
    *, actor: Actor, tournament: Tournament, number: int, substitution_id: int
) -> Substitution:
    """The player who went plays again. Undoing twice changes nothing.

    Raises Substitution.DoesNotExist; Stale where the place has changed hands since; Refused where
    the player plays in another pair by now.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament) as locked:
        made = locked.substitutions.select_related("pair", "out_player", "out_club").get(
            pk=substitution_id, pair__number=number
        )
        if made.undone_at:
            return made
        place = made.pair.players.get(seat=made.seat)
        if place.player_id != made.in_player_id:
            raise Stale(
                _("%(player)s does not play in this pair any more. Undo the later change first.")
                % {"player": made.in_name}
            )
        _refuse_entered(locked, made.out_name)
        _seat(place, made, back=True)
        made.undone_at = timezone.now()
        made.undone_by_id = actor.user_id
        made.undone_by_name = actor.name
        made.save(update_fields=["undone_at", "undone_by", "undone_by_name"])
        record(
            actor=actor,
            verb=Verb.UNDO_SUBSTITUTION,
            tournament=locked,
            pair=number,
            seat=made.seat,
            out=[made.out_name, made.out_club_name],
            substitute=[made.in_name, made.in_club_name],
        )
    return made


def _refuse_unless_in_play(pair: Pair) -> None:
    if not is_drawn(pair):
        raise Refused(
            _("Pair %(number)d has not been drawn. Correct its names on its own page instead.")
            % {"number": pair.number}
        )
    if Withdrawal.objects.filter(pair=pair, undone_at__isnull=True).exists():
        raise Refused(
            _("Pair %(number)d has withdrawn. Undo the withdrawal first.") % {"number": pair.number}
        )


def _refuse_entered(tournament: Tournament, name: str) -> None:
    there = (
        PairPlayer.objects.filter(tournament=tournament, player__folded=fold_name(name))
        .select_related("pair")
        .first()
    )
    if there:
        raise Refused(
            _("%(player)s plays in pair %(number)d already. Choose somebody else.")
            % {"player": there.name, "number": there.pair.number},
            field="name",
        )


def _seat(place: PairPlayer, made: Substitution, *, back: bool) -> None:
    if back:
        place.player, place.name = made.out_player, made.out_name
        place.club, place.club_name = made.out_club, made.out_club_name
    else:
        place.player, place.name = made.in_player, made.in_name
        place.club, place.club_name = made.in_club, made.in_club_name
    place.sort_key = sort_key(place.name)
    place.save(update_fields=["player", "name", "sort_key", "club", "club_name"])
