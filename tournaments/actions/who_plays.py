"""Which players an entry means: known ones, new ones, or a question for whoever enters it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.actions.people import known_players, new_player
from tournaments.actions.refusals import Refused, RowsRefused
from tournaments.models import Player, Tournament
from tournaments.names import fold_name
from tournaments.same_names import KnownPlayer, WhichOne, who_is

if TYPE_CHECKING:
    from tournaments.actions.entries import EnteredPair, EnteredPlayer


class WhichPlayer(Refused):
    """Somebody must say who is meant; `questions` by seat, 1 and 2."""

    def __init__(self, message: str, questions: Mapping[int, WhichOne]) -> None:
        super().__init__(message)
        self.questions = dict(questions)


def people_of(
    tournament: Tournament, entry: EnteredPair, own: Mapping[str, Player]
) -> tuple[Player, Player]:
    """Who plays, new ones not written yet. `own` were the pair's players before, by folded name.

    Raises WhichPlayer where the entry does not tell, Refused for a player in two pairs.
    """
    if fold_name(entry.first.name) == fold_name(entry.second.name):
        raise Refused(
            _("%(player)s stands in the pair twice. Write the other player.")
            % {"player": entry.second.name}
        )
    known = known_players(tournament, [fold_name(player.name) for player in entry.players])
    people: list[Player] = []
    questions: dict[int, WhichOne] = {}
    for seat, player in enumerate(entry.players, start=1):
        folded = fold_name(player.name)
        namesakes = known.get(folded, ())
        chosen = next((one for one in namesakes if one.pk == player.player_id), None)
        if player.is_another:
            people.append(new_player(player.name))
        elif chosen is not None and chosen.pair is not None:
            raise Refused(
                _(
                    "%(player)s is already in pair %(number)d. One player plays in one pair: "
                    "choose somebody else, or say that it is another player of the same name."
                )
                % {"player": player.name, "number": chosen.pair}
            )
        elif chosen is not None:
            people.append(Player.objects.get(pk=chosen.pk))
        elif folded in own:
            people.append(own[folded])
        else:
            match who_is(player.name, player.club, namesakes):
                case WhichOne() as question:
                    questions[seat] = question
                case None:
                    people.append(new_player(player.name))
                case pk:
                    people.append(Player.objects.get(pk=pk))
    if questions:
        raise WhichPlayer(
            _("Not saved yet: somebody of the same name is known. Say below who is meant."),
            questions,
        )
    first, second = people
    return first, second


def people_unasked(
    tournament: Tournament, entry: EnteredPair, own: Mapping[str, Player]
) -> tuple[Player, Player]:
    """Who plays, where nobody can be asked: `own` players by folded name, else as on a list.

    Raises Refused for a name that is in another pair of the event.
    """
    known = known_players(tournament, [fold_name(player.name) for player in entry.players])
    people = []
    for player in entry.players:
        folded = fold_name(player.name)
        if folded in own:
            people.append(own[folded])
            continue
        if any(one.pair is not None for one in known.get(folded, ())):
            raise Refused(
                _(
                    "%(player)s is in another pair already. If it is somebody else of the same "
                    "name, ask the organiser to enter the pair."
                )
                % {"player": player.name}
            )
        rows = Player.objects.in_bulk([one.pk for one in known.get(folded, ())])
        people.append(_person_of(player, known, rows))
    first, second = people
    return first, second


def people_of_list(
    tournament: Tournament, entries: Sequence[EnteredPair]
) -> list[tuple[Player, Player]]:
    """Who plays in the pairs of a list: a known player whose club fits, else the eldest of a name.

    Raises RowsRefused where a name would be in two pairs: nobody is asked about a list.
    """
    folded = {fold_name(player.name) for entry in entries for player in entry.players}
    known = known_players(tournament, folded)
    faults: list[tuple[int, str]] = []
    seen: set[str] = set()
    for entry in entries:
        for player in entry.players:
            name = fold_name(player.name)
            pairs = [one.pair for one in known.get(name, ()) if one.pair is not None]
            if pairs:
                message = _("%(player)s is already in pair %(number)d.") % {
                    "player": player.name,
                    "number": pairs[0],
                }
                faults.append((entry.row, message))
            elif name in seen:
                message = _("%(player)s stands on the list twice.") % {"player": player.name}
                faults.append((entry.row, message))
            seen.add(name)
    if faults:
        raise RowsRefused(
            _(
                "Nothing was taken: some players would be in two pairs. Leave those rows out. "
                "Another player of the same name is entered by hand: the form asks who is meant."
            ),
            faults,
        )
    rows = Player.objects.in_bulk([one.pk for ones in known.values() for one in ones])
    return [
        (
            _person_of(entry.first, known, rows),
            _person_of(entry.second, known, rows),
        )
        for entry in entries
    ]


def _person_of(
    player: EnteredPlayer,
    known: Mapping[str, tuple[KnownPlayer, ...]],
    rows: Mapping[int, Player],
) -> Player:
    namesakes = known.get(fold_name(player.name), ())
    if not namesakes:
        return new_player(player.name)
    meant = who_is(player.name, player.club, namesakes)
    return rows[meant if isinstance(meant, int) else namesakes[0].pk]
