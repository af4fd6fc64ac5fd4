"""The form of what follows the pools in an archive: lots, fields locked, brackets."""

from __future__ import annotations

from scoring.advancement import Ground
from scoring.bracket import Order
from scoring.field import LARGEST_FIELD, SMALLEST_FIELD
from tournaments.archive.form_parts import PLACES, Form, codes, number, person, undone
from tournaments.archive.shapes import (
    flag,
    keyed,
    listed,
    mapped,
    matching,
    maybe,
    moment,
    name,
    one_of,
    text,
    together,
    whole,
    zoned,
)
from tournaments.models import Lot
from tournaments.models.draws import MAX_REASON
from tournaments.models.knockout import MAX_SEED
from tournaments.names import MAX_NAME

MOST_WITNESSES = 10
KEY = r"[1-9][0-9]?\.(0|[1-9][0-9]{0,2})"
"""A match of a bracket: its round from 1, its number in the round from 0."""

LOT: Form = {
    "lot": number,
    "scope": one_of(codes(Lot.Scope)),
    "pool": maybe(keyed({"draw": number, "pool": number})),
    "pairs": listed(number, least=2, most=PLACES),
    "order": listed(number, least=2, most=PLACES),
    "seed": text(MAX_SEED),
    "witnesses": listed(name, most=MOST_WITNESSES),
    "made_at": moment,
    "made_by": person,
    "undone": undone,
}
_row = keyed(
    {
        "pair": number,
        "pool": number,
        "ground": one_of(codes(Ground)),
        "pool_place": number,
        "moved_past": listed(number, most=PLACES),
    }
)
_kept = keyed(
    {
        "difference": matching(r"[0-9a-f]+", 64),
        "reason": text(MAX_REASON),
        "at": zoned,
        "by": person,
    }
)
FIELD: Form = {
    "field": number,
    "first": whole(0),
    "size": whole(SMALLEST_FIELD, LARGEST_FIELD),
    "rows": listed(_row, least=1, most=LARGEST_FIELD),
    "kept_despite": listed(_kept, most=1000),
    "locked_at": moment,
    "locked_by": person,
    "undone": undone,
}
_contender = together(number, maybe(number), listed(text(4 * MAX_NAME), most=2))
BRACKET: Form = {
    "bracket": number,
    "field": maybe(number),
    "seed": text(MAX_SEED, 1),
    "order": one_of(codes(Order)),
    "byes": one_of(codes(Order)),
    "apart": flag,
    "third_place": flag,
    "contenders": listed(_contender, least=SMALLEST_FIELD, most=LARGEST_FIELD),
    "slots": listed(maybe(number), least=SMALLEST_FIELD, most=LARGEST_FIELD),
    "from_one_pool": whole(0),
    "clashes": whole(0),
    "deals": listed(number, most=16),
    "plan": mapped(KEY, together(zoned, number)),
    "decided": mapped(KEY, number),
    "drawn_at": moment,
    "drawn_by": person,
    "published_at": maybe(moment),
    "counts": flag,
    "annulled": undone,
}
