"""The form of an archive of version 1: every key it has and what stands there; FORMAT.md in words.

What a form alone cannot say (references, rules, outcomes) is asked in `checks`.
"""

from __future__ import annotations

from scoring.deals import Side
from scoring.entries import FormatKind
from scoring.rows import DecidedBy, MatchState
from scoring.turns import Seat
from scoring.withdrawal import Choice
from tournaments.archive.shapes import (
    MAX_WHOLE,
    anything,
    clock,
    day,
    flag,
    keyed,
    listed,
    matching,
    maybe,
    moment,
    name,
    one_of,
    some_object,
    text,
    together,
    whole,
)
from tournaments.archive.text import SEAL
from tournaments.models import (
    Annulment,
    AuditRecord,
    Draw,
    JuryDecision,
    SheetRevision,
    Tournament,
)
from tournaments.models.draws import MAX_REASON
from tournaments.models.rulings import JURY_SEATS, MAX_DECISION_REASON, MAX_NOTE, MAX_RULED_BY
from tournaments.names import MAX_NAME

MAX_PERSON = 160
"""The longest name of whoever wrote something, in characters."""

MAX_LINES = 1000
"""Lines of a score sheet at most, far more than are taken at the desk."""

MOST_POINTS = 1_000_000
"""Match points that one decision of the jury adds or takes at most."""

PLACES = 400
"""Pairs of an event at most."""


def _longest(model: type, field: str) -> int:
    most = model._meta.get_field(field).max_length  # type: ignore[attr-defined]
    return int(most)


def _codes(kind: type) -> list[str]:
    return [code.value for code in kind]  # type: ignore[attr-defined]


_person = text(MAX_PERSON)
MAX_SUBJECT = 3 * MAX_NAME
_number = whole()
_points = whole(0, MAX_WHOLE)

_event = keyed(
    {
        "slug": matching(r"[-a-zA-Z0-9_]+", _longest(Tournament, "slug")),
        "name": text(_longest(Tournament, "name"), 1),
        "place": text(_longest(Tournament, "place")),
        "table_count": whole(1, 500),
        "minutes_per_deal": whole(1, 60),
        "is_public": flag,
        "revision": whole(1, MAX_WHOLE),
        "created_at": moment,
    }
)
_day = keyed({"date": day, "starts_at": clock, "ends_at": clock})
_player = keyed({"name": name, "club": maybe(name)})
_pair = keyed({"pair": _number, "entered_at": moment, "players": together(_player, _player)})
_draw = keyed(
    {
        "draw": _number,
        "seed": text(_longest(Draw, "seed"), 1),
        "pool_count": _number,
        "apart": flag,
        "entrants": listed(
            together(_number, listed(text(4 * MAX_NAME), most=2)), least=1, most=PLACES
        ),
        "pools": listed(listed(_number, least=1, most=PLACES), least=1, most=PLACES),
        "clashes": whole(0),
        "drawn_at": moment,
        "drawn_by": _person,
        "published_at": maybe(moment),
        "counts": flag,
    }
)
_pool = keyed({"pool": _number, "deals": _number, "pairs": listed(_number, least=1, most=PLACES)})
_revision = keyed(
    {
        "revision": whole(1, MAX_WHOLE),
        "made_at": moment,
        "made_by": _person,
        "reason": text(_longest(SheetRevision, "reason")),
        "replayed_deal": maybe(_number),
        "kept": whole(0),
        "added": listed(some_object, most=MAX_LINES),
        "rulings": listed(
            keyed(
                {
                    "line": _number,
                    "recorded": whole(1, MAX_WHOLE),
                    "ruled_by": text(MAX_RULED_BY),
                    "note": text(MAX_NOTE),
                }
            )
        ),
    }
)
_outcome = keyed(
    {
        "entry_count": whole(0),
        "deals_played": whole(0),
        "state": one_of(_codes(MatchState)),
        "winner": maybe(one_of(_codes(Side))),
        "decided_by": maybe(one_of(_codes(DecidedBy))),
        "total_a": _points,
        "total_b": _points,
        "rise_a": _points,
        "rise_b": _points,
        "tuppi": flag,
        "nalsy": flag,
        "sheet_missing": flag,
    }
)
_match = keyed(
    {
        "match": _number,
        "pool": _number,
        "round": _number,
        "a": _number,
        "b": _number,
        "slot": whole(0),
        "table": _number,
        "starts_at": moment,
        "annulled": maybe(
            keyed({"by": one_of(_codes(Annulment)), "reason": text(MAX_REASON), "at": moment})
        ),
        "seats": maybe(
            keyed({"left_of_a1": one_of(("B1", "B2")), "first_dealer": one_of(_codes(Seat))})
        ),
        "seats_revision": whole(0, MAX_WHOLE),
        "first_revision": whole(0, MAX_WHOLE),
        "sheet": keyed(
            {
                "format": one_of(_codes(FormatKind)),
                "deals": maybe(_number),
                "entries": listed(some_object, most=MAX_LINES),
            }
        ),
        "revisions": listed(_revision),
        "outcome": _outcome,
        "changed_at": maybe(moment),
    }
)
_withdrawal = keyed(
    {
        "pair": maybe(_number),
        "pair_number": _number,
        "choice": one_of(_codes(Choice)),
        "reason": text(MAX_REASON),
        "made_at": moment,
        "made_by": _person,
        "effects": listed(some_object),
        "left": listed(_number),
        "undone": maybe(keyed({"at": moment, "by": _person, "reason": text(MAX_REASON)})),
    }
)
_decision = keyed(
    {
        "decision": _number,
        "kind": one_of(JuryDecision.Kind.values),
        "match": maybe(_number),
        "pair": maybe(_number),
        "subject": listed(text(MAX_SUBJECT), most=2),
        "subject_match": maybe(_number),
        "points": maybe(whole(-MOST_POINTS, MOST_POINTS)),
        "deal": maybe(_number),
        "reason": text(MAX_DECISION_REASON),
        "note": text(MAX_NOTE),
        "jury": listed(together(name, text(MAX_NAME)), most=JURY_SEATS),
        "made_at": moment,
        "made_by": _person,
        "undone": maybe(keyed({"at": moment, "by": _person, "reason": text(MAX_DECISION_REASON)})),
    }
)
_record = keyed(
    {
        "at": moment,
        "by": _person,
        "verb": matching(r"[a-z_]+", _longest(AuditRecord, "verb")),
        "match": maybe(_number),
        "details": some_object,
    }
)

effect_of_annulling = keyed({"match": _number, "annulled": flag})
effect_of_award = keyed(
    {"match": _number, "awarded_to": one_of(_codes(Side)), "revision": whole(1, MAX_WHOLE)}
)

archive_form = keyed(
    {
        "format": anything,
        "version": anything,
        SEAL: anything,
        "event": _event,
        "days": listed(_day, least=1, most=100),
        "pairs": listed(_pair, most=PLACES),
        "draws": listed(_draw, most=1000),
        "pools": listed(_pool, most=PLACES),
        "matches": listed(_match),
        "withdrawals": listed(_withdrawal),
        "jury": listed(
            keyed({"seat": whole(1, JURY_SEATS), "name": name, "club": maybe(name)}),
            most=JURY_SEATS,
        ),
        "decisions": listed(_decision),
        "log": listed(_record),
    }
)
"""The whole archive; format, version and seal were asked when it was read."""
