"""Pairs: entering, changing, removing; one by one or from a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.refusals import Refused, RowsRefused
from tournaments.models import Club, Pair, PairPlayer, Player, PoolPlace, Tournament
from tournaments.names import clean_name, fold_name, sort_key
from tournaments.permissions import Act, Actor

MAX_PAIRS = 400


@dataclass(frozen=True)
class EnteredPlayer:
    """A player as entered: a name, and the club represented ("" for none). Both already valid."""

    name: str
    club: str = ""


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
    *, actor: Actor, tournament: Tournament, entry: EnteredPair, token: UUID | None = None
) -> Pair:
    """A new pair under the next free number. Raises Refused: a player twice, the draw is out."""
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        refuse_after_draw(locked)
        [pair] = enter_pairs(locked, [entry])
        record(
            actor=actor,
            verb=Verb.ADD_PAIR,
            tournament=locked,
            token=token,
            pair=pair.number,
            players=told(entry),
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

    Raises Pair.DoesNotExist, Refused where a player is in another pair, AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        pair = locked.pairs.prefetch_related("players").get(number=number)
        before = [[player.name, player.club_name] for player in pair.players.all()]
        change_entered(locked, pair, entry)
        record(
            actor=actor,
            verb=Verb.CHANGE_PAIR,
            tournament=locked,
            token=token,
            pair=number,
            before=before,
            after=told(entry),
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
        players = [[player.name, player.club_name] for player in pair.players.all()]
        pair.delete()
        record(actor=actor, verb=Verb.REMOVE_PAIR, tournament=locked, pair=number, players=players)


def refuse_after_draw(tournament: Tournament) -> None:
    """Raises Refused where the draw has been published, so that no pair can be added."""
    if tournament.pools.live().exists():
        raise Refused(
            _(
                "The draw has been published, so no pair can be added. "
                "Take the draw back first; this can be done until the first deal."
            )
        )


def enter_pairs(tournament: Tournament, entries: Sequence[EnteredPair]) -> list[Pair]:
    """New pairs under the next free numbers; call it inside a write that records them.

    Raises Refused, or RowsRefused for a list, where a player would be in two pairs.
    """
    count = tournament.pairs.count()
    if count + len(entries) > MAX_PAIRS:
        raise Refused(
            _("An event holds at most %(most)d pairs; there are %(count)d already.")
            % {"most": MAX_PAIRS, "count": count}
        )
    _refuse_known_players(tournament, entries)
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
    _write_players(tournament, pairs, entries)
    return pairs


def change_entered(tournament: Tournament, pair: Pair, entry: EnteredPair) -> None:
    """Other names and clubs for a pair; call it inside a write that records them.

    Raises Refused where a player is in another pair.
    """
    pair.players.all().delete()
    _refuse_known_players(tournament, [entry])
    _write_players(tournament, [pair], [entry])


def _refuse_known_players(tournament: Tournament, entries: Sequence[EnteredPair]) -> None:
    """Raises Refused (one pair) or RowsRefused (a list) where a player is in two pairs."""
    taken = dict(
        PairPlayer.objects.filter(tournament=tournament).values_list(
            "player__folded", "pair__number"
        )
    )
    faults: list[tuple[int, str]] = []
    seen: dict[str, int] = {}
    for entry in entries:
        for player in entry.players:
            folded = fold_name(player.name)
            if folded in taken:
                message = _("%(player)s is already in pair %(number)d.") % {
                    "player": player.name,
                    "number": taken[folded],
                }
                faults.append((entry.row, message))
            elif folded in seen:
                message = _("%(player)s stands on the list twice.") % {"player": player.name}
                faults.append((entry.row, message))
            seen[folded] = entry.row
    if faults and len(entries) == 1:
        raise Refused(
            faults[0][1]
            + " "
            + _(
                "Correct the name and save again. If it is somebody else of the same name, "
                "add something to tell them apart."
            )
        )
    if faults:
        raise RowsRefused(
            _("Nothing was taken: some players would be in two pairs. Leave those rows out."),
            faults,
        )


def _write_players(
    tournament: Tournament, pairs: Sequence[Pair], entries: Sequence[EnteredPair]
) -> None:
    players = players_by_name([p.name for entry in entries for p in entry.players])
    clubs = clubs_by_name([p.club for entry in entries for p in entry.players if p.club])
    PairPlayer.objects.bulk_create(
        PairPlayer(
            pair=pair,
            tournament=tournament,
            seat=seat,
            player=players[fold_name(player.name)],
            name=clean_name(player.name),
            sort_key=sort_key(player.name),
            club=clubs.get(fold_name(player.club)),
            club_name=clean_name(player.club),
        )
        for pair, entry in zip(pairs, entries, strict=True)
        for seat, player in enumerate(entry.players, start=1)
    )


def players_by_name(names: Sequence[str]) -> dict[str, Player]:
    """Players by folded name; those not known yet are made. The eldest row of a name counts."""
    wanted = {fold_name(name): clean_name(name) for name in names}
    known = {
        player.folded: player for player in Player.objects.filter(folded__in=wanted).order_by("-id")
    }
    new = [
        Player(name=name, folded=folded, sort_key=sort_key(name))
        for folded, name in wanted.items()
        if folded not in known
    ]
    return known | {player.folded: player for player in Player.objects.bulk_create(new)}


def clubs_by_name(names: Sequence[str]) -> dict[str, Club]:
    """Clubs by folded name; those not known yet are made."""
    wanted = {fold_name(name): clean_name(name) for name in reversed(names)}
    # Two events may bring the same new clubs at the same moment: whoever is second waits and finds
    # them there. All insert them in one order, or each could wait for a club of the other.
    Club.objects.bulk_create(
        (Club(name=name, folded=folded) for folded, name in sorted(wanted.items())),
        ignore_conflicts=True,
    )
    return {club.folded: club for club in Club.objects.filter(folded__in=wanted)}


def told(entry: EnteredPair) -> list[list[str]]:
    """A pair as the audit keeps it: the name and the club of each player."""
    return [[player.name, player.club] for player in entry.players]
