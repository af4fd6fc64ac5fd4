"""Players and clubs as writes find them or make them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tournaments.models import Club, PairPlayer, Player, Tournament
from tournaments.names import clean_name, fold_name, sort_key
from tournaments.same_names import KnownPlayer


def players_by_name(names: Sequence[str]) -> dict[str, Player]:
    """Players by folded name; those not known yet are made. The eldest row of a name counts."""
    wanted = {fold_name(name): clean_name(name) for name in names}
    known = {
        player.folded: player for player in Player.objects.filter(folded__in=wanted).order_by("-id")
    }
    new = [new_player(name) for folded, name in wanted.items() if folded not in known]
    return known | {player.folded: player for player in Player.objects.bulk_create(new)}


def new_player(name: str) -> Player:
    """A player of this name, not written yet."""
    return Player(name=clean_name(name), folded=fold_name(name), sort_key=sort_key(name))


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


def known_players(
    tournament: Tournament, folded: Collection[str]
) -> dict[str, tuple[KnownPlayer, ...]]:
    """What is known of the players of these names, the eldest row first (two queries).

    A row that nothing was ever entered for (a name mistyped and mended) counts only where its
    name has no other.
    """
    rows: dict[str, dict[int, str]] = {}
    for pk, key, name in (
        Player.objects.filter(folded__in=folded).order_by("id").values_list("id", "folded", "name")
    ):
        rows.setdefault(key, {})[pk] = name
    entered: dict[int, list[tuple[str, str, bool, int, int]]] = {}
    for pk, *appearance in (
        PairPlayer.objects.filter(player__folded__in=folded)
        .order_by("-pair__entered_at", "-id")
        .values_list(
            "player_id",
            "club_name",
            "tournament__name",
            "tournament__is_public",
            "tournament_id",
            "pair__number",
        )
    ):
        entered.setdefault(pk, []).append(tuple(appearance))  # type: ignore[arg-type]
    known: dict[str, tuple[KnownPlayer, ...]] = {}
    for key, players in rows.items():
        chosen = [pk for pk in players if pk in entered] or list(players)[:1]
        known[key] = tuple(
            _known(pk, players[pk], entered.get(pk, ()), tournament) for pk in chosen
        )
    return known


def _known(
    pk: int,
    name: str,
    appearances: Sequence[tuple[str, str, bool, int, int]],
    tournament: Tournament,
) -> KnownPlayer:
    shown = [a for a in appearances if a[2] or a[3] == tournament.pk]
    here = [number for *_rest, event, number in appearances if event == tournament.pk]
    return KnownPlayer(
        pk=pk,
        name=name,
        clubs=tuple(dict.fromkeys(club for club, *_rest in shown if club)),
        event=shown[0][1] if shown else "",
        pair=here[0] if here else None,
    )
