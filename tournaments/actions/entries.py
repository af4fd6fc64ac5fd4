"""Pairs: entering, changing, removing; one by one or from a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.people import clubs_by_name
from tournaments.actions.refusals import Refused
from tournaments.actions.who_plays import people_of, people_of_list, people_unasked
from tournaments.drawn_pairs import is_in_bracket, why_none_can_join
from tournaments.models import Match, Pair, PairPlayer, Player, PoolPlace, Tournament
from tournaments.names import clean_name, fold_name, sort_key
from tournaments.permissions import Act, Actor

MAX_PAIRS = 400


@dataclass(frozen=True)
class EnteredPlayer:
    """A player as entered: a name, and the club represented ("" for none). Both already valid.

    Where players of that name are known: `player_id` says which of them it is, `is_another` that
    it is somebody else. Neither where nobody was asked.
    """

    name: str
    club: str = ""
    player_id: int | None = None
    is_another: bool = False


@dataclass(frozen=True)
class EnteredPair:
    """A pair as entered; `row` is where it stood in the list, for messages. `paid` says that its
    fee is paid."""

    first: EnteredPlayer
    second: EnteredPlayer
    row: int = 0
    paid: bool = False

    @property
    def players(self) -> tuple[EnteredPlayer, EnteredPlayer]:
        return (self.first, self.second)


def add_pair(
    *,
    actor: Actor,
    tournament: Tournament,
    entry: EnteredPair,
    after_draw: bool = False,
    token: UUID | None = None,
) -> Pair:
    """A new pair under the next free number.

    With `after_draw` the pair may come after the draw was published: it is on the list then, and
    joins a pool by `late_pairs.add_late_pair`.

    Raises Refused: a player twice, the draw is out, no pair can join it any more; WhichPlayer where
    a name may be either of two.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        if not after_draw:
            refuse_after_draw(locked)
        elif why := why_none_can_join(locked):
            raise Refused(why)
        refuse_too_many(locked, 1)
        [pair] = _enter(locked, [entry], [people_of(locked, entry, {})])
        record(
            actor=actor,
            verb=Verb.ADD_PAIR,
            tournament=locked,
            token=token,
            pair=pair.number,
            players=told(entry),
            **_apart(entry),
        )
    return pair


def import_pairs(
    *,
    actor: Actor,
    tournament: Tournament,
    entries: Sequence[EnteredPair],
    source: str,
    token: UUID | None = None,
) -> list[Pair]:
    """Enters a list of pairs, all or none. Raises RowsRefused naming every row at fault."""
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        refuse_after_draw(locked)
        pairs = enter_pairs(locked, entries)
        record(
            actor=actor,
            verb=Verb.IMPORT_PAIRS,
            tournament=locked,
            token=token,
            source=source[:200],
            pairs=[[pair.number, *told(entry)] for pair, entry in zip(pairs, entries, strict=True)],
            paid=[pair.number for pair in pairs if pair.paid_at],
        )
    return pairs


def change_pair(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    entry: EnteredPair,
    token: UUID | None = None,
) -> Pair:
    """Corrects a pair's names and clubs; allowed at any time, results stay with the pair.

    A name left as it was stays the same player. Raises Pair.DoesNotExist, Refused where a player is
    in another pair, WhichPlayer where a new name may be either of two, AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        pair = locked.pairs.prefetch_related("players").get(number=number)
        before = [[player.name, player.club_name] for player in pair.players.all()]
        own = _players_of(pair)
        pair.players.all().delete()
        _write_players([pair], [entry], [people_of(locked, entry, own)])
        record(
            actor=actor,
            verb=Verb.CHANGE_PAIR,
            tournament=locked,
            token=token,
            pair=number,
            before=before,
            after=told(entry),
            **_apart(entry),
        )
    return pair


def remove_pair(*, actor: Actor, tournament: Tournament, number: int) -> None:
    """Takes a pair off the list, before the draw is published. Removing twice changes nothing."""
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament) as locked:
        pair = locked.pairs.prefetch_related("players").filter(number=number).first()
        if pair is None:
            return
        places = PoolPlace.objects.filter(pair=pair)
        if places.exists() and not places.live().exists():
            raise Refused(
                _(
                    "Pair %(number)d has matches in a draw that was annulled, and they are kept. "
                    "It cannot be removed; mark it as called off instead."
                )
                % {"number": number}
            )
        if places.exists():
            raise Refused(
                _(
                    "Pair %(number)d has been drawn into a pool and cannot be removed. "
                    "Take the draw back first; this can be done until the first deal."
                )
                % {"number": number}
            )
        if is_in_bracket(pair) or Match.objects.filter(Q(pair_a=pair) | Q(pair_b=pair)).exists():
            raise Refused(
                _(
                    "Pair %(number)d has been drawn into the knock-out and cannot be removed. "
                    "Take its draw back first. Where it was annulled, call the pair off instead."
                )
                % {"number": number}
            )
        players = [[player.name, player.club_name] for player in pair.players.all()]
        pair.delete()
        record(actor=actor, verb=Verb.REMOVE_PAIR, tournament=locked, pair=number, players=players)


def refuse_after_draw(tournament: Tournament) -> None:
    """Raises Refused where the draw has been published, so that no pair can be added."""
    if why := why_none_can_join(tournament):
        raise Refused(why)
    if tournament.pools.live().exists():
        raise Refused(
            _(
                "The draw has been published, so no pair can be added. "
                "Take the draw back first; this can be done until the first deal. "
                "A pair that comes late can be added to a pool, on the list of pairs."
            )
        )


def enter_pairs(tournament: Tournament, entries: Sequence[EnteredPair]) -> list[Pair]:
    """New pairs under the next free numbers; call it inside a write that records them.

    Nobody is asked who is meant by a name. Raises Refused, or RowsRefused where a player would be
    in two pairs.
    """
    refuse_too_many(tournament, len(entries))
    return _enter(tournament, entries, people_of_list(tournament, entries))


def change_entered(tournament: Tournament, pair: Pair, entry: EnteredPair) -> None:
    """Other names and clubs for a pair; call it inside a write that records them.

    Nobody is asked who is meant by a name. Raises Refused where a player is in another pair.
    """
    own = _players_of(pair)
    pair.players.all().delete()
    _write_players([pair], [entry], [people_unasked(tournament, entry, own)])


def _players_of(pair: Pair) -> dict[str, Player]:
    """The pair's players by folded name."""
    return {
        fold_name(player.name): player.player for player in pair.players.select_related("player")
    }


def refuse_too_many(tournament: Tournament, more: int) -> None:
    """Raises Refused where the event would hold too many pairs."""
    count = tournament.pairs.count()
    if count + more > MAX_PAIRS:
        raise Refused(
            _("An event holds at most %(most)d pairs; there are %(count)d already.")
            % {"most": MAX_PAIRS, "count": count}
        )


def _enter(
    tournament: Tournament,
    entries: Sequence[EnteredPair],
    people: Sequence[tuple[Player, Player]],
) -> list[Pair]:
    highest = tournament.pairs.aggregate(highest=Max("number"))["highest"] or 0
    now = timezone.now()
    pairs = Pair.objects.bulk_create(
        Pair(
            tournament=tournament,
            number=highest + place,
            paid_at=now if entry.paid else None,
        )
        for place, entry in enumerate(entries, start=1)
    )
    _write_players(pairs, entries, people)
    return pairs


def _write_players(
    pairs: Sequence[Pair],
    entries: Sequence[EnteredPair],
    people: Sequence[tuple[Player, Player]],
) -> None:
    Player.objects.bulk_create(one for both in people for one in both if one.pk is None)
    clubs = clubs_by_name([p.club for entry in entries for p in entry.players if p.club])
    PairPlayer.objects.bulk_create(
        PairPlayer(
            pair=pair,
            tournament_id=pair.tournament_id,
            seat=seat,
            player=person,
            name=clean_name(player.name),
            sort_key=sort_key(player.name),
            club=clubs.get(fold_name(player.club)),
            club_name=clean_name(player.club),
        )
        for pair, entry, both in zip(pairs, entries, people, strict=True)
        for seat, (player, person) in enumerate(zip(entry.players, both, strict=True), start=1)
    )


def _apart(entry: EnteredPair) -> dict[str, Any]:
    """What the audit keeps of the players said to be others of the same name; mostly nothing."""
    names = [player.name for player in entry.players if player.is_another]
    return {"another": names} if names else {}


def told(entry: EnteredPair) -> list[list[str]]:
    """A pair as the audit keeps it: the name and the club of each player."""
    return [[player.name, player.club] for player in entry.players]
