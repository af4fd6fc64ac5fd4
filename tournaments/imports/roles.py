"""What a column of an entry list can hold, and which of it goes together."""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum


class Role(StrEnum):
    """What a column holds. Without a second player and without `PAIR`, a pair has two rows."""

    PLAYER_1 = "player_1"
    SURNAME_1 = "surname_1"
    FIRST_NAME_1 = "first_name_1"
    CLUB_1 = "club_1"
    PLAYER_2 = "player_2"
    SURNAME_2 = "surname_2"
    FIRST_NAME_2 = "first_name_2"
    CLUB_2 = "club_2"
    PAIR = "pair"
    CLUB = "club"
    NUMBER = "number"
    PAID = "paid"
    PLACE = "place"
    IGNORE = "ignore"


FIRST_PLAYER: frozenset[Role] = frozenset({Role.PLAYER_1, Role.SURNAME_1, Role.FIRST_NAME_1})
SECOND_PLAYER: frozenset[Role] = frozenset({Role.PLAYER_2, Role.SURNAME_2, Role.FIRST_NAME_2})
NAMES = FIRST_PLAYER | SECOND_PLAYER | {Role.PAIR}


class Shape(StrEnum):
    """How a pair stands in the list."""

    ONE_CELL = "one_cell"
    ONE_ROW = "one_row"
    TWO_ROWS = "two_rows"


def shape_of(roles: Sequence[Role]) -> Shape:
    """The shape that the roles of the columns make."""
    if Role.PAIR in roles:
        return Shape.ONE_CELL
    return Shape.ONE_ROW if SECOND_PLAYER & set(roles) else Shape.TWO_ROWS


def clashing_columns(roles: Sequence[Role]) -> tuple[int, ...]:
    """The columns (from 0) whose roles cannot stand together; empty where all is well.

    Any role but `IGNORE` given twice; a pair in one cell beside players in cells of their
    own; a whole name beside a surname or first name of the same player; a second player
    without a first; one club column beside two; a second club where each row is one player.
    """
    given: set[Role] = set(roles)
    wrong: set[Role] = {
        role for role, count in Counter(roles).items() if count > 1 and role != Role.IGNORE
    }
    if Role.PAIR in given and given & (FIRST_PLAYER | SECOND_PLAYER):
        wrong |= given & NAMES
    for whole, player in ((Role.PLAYER_1, FIRST_PLAYER), (Role.PLAYER_2, SECOND_PLAYER)):
        if whole in given and len(given & player) > 1:
            wrong |= given & player
    if given & SECOND_PLAYER and not given & FIRST_PLAYER:
        wrong |= given & SECOND_PLAYER
    if Role.CLUB in given:
        if given & {Role.CLUB_1, Role.CLUB_2}:
            wrong |= given & {Role.CLUB, Role.CLUB_1, Role.CLUB_2}
    elif Role.CLUB_2 in given and shape_of(roles) is Shape.TWO_ROWS:
        wrong.add(Role.CLUB_2)
    return tuple(index for index, role in enumerate(roles) if role in wrong)
