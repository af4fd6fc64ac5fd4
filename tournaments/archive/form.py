"""The form of an archive: every key it has and what stands there; FORMAT.md in words.

What a form alone cannot say (references, rules, outcomes) is asked in `checks`. The forms of older
versions are in `versions`, made of the parts named in capitals here.
"""

from __future__ import annotations

from scoring.deals import Side
from scoring.entries import FormatKind
from scoring.rows import DecidedBy, MatchState
from scoring.turns import Seat
from scoring.withdrawal import Choice
from tournaments.archive.form_knockout import BRACKET, FIELD, LOT
from tournaments.archive.form_parts import (
    MAX_LINES,
    MOST_POINTS,
    MOST_POOLS,
    MOST_SIGN_UPS,
    PLACES,
    Form,
    codes,
    longest,
    number,
    person,
    points,
    undone,
)
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
    Course,
    Draw,
    JuryDecision,
    RefereeCall,
    SheetRevision,
    SignUp,
    Stage,
    Tournament,
)
from tournaments.models.draws import MAX_REASON
from tournaments.models.entries import MAX_CONTACT
from tournaments.models.event import MAX_FEE_CENTS
from tournaments.models.rulings import JURY_SEATS, MAX_DECISION_REASON, MAX_NOTE, MAX_RULED_BY
from tournaments.names import MAX_NAME

MAX_SUBJECT = 3 * MAX_NAME

EVENT: Form = {
    "slug": matching(r"[-a-zA-Z0-9_]+", longest(Tournament, "slug")),
    "name": text(longest(Tournament, "name"), 1),
    "place": text(longest(Tournament, "place")),
    "table_count": whole(1, 500),
    "minutes_per_deal": whole(1, 60),
    "entry_fee_cents": whole(0, MAX_FEE_CENTS),
    "rules": some_object,
    "sign_up_opens_at": maybe(moment),
    "sign_up_closes_at": maybe(moment),
    "sign_up_limit": maybe(whole(0)),
    "course": one_of(codes(Course)),
    "advance_first": maybe(number),
    "advance_size": maybe(number),
    "is_public": flag,
    "revision": whole(1, MAX_WHOLE),
    "created_at": moment,
}
DAY: Form = {
    "date": day,
    "starts_at": clock,
    "ends_at": clock,
    "break": maybe(keyed({"starts_at": clock, "ends_at": clock})),
}
PLAYER: Form = {"player": number, "name": name, "club": maybe(name)}
_player = keyed(PLAYER)
PAIR: Form = {
    "pair": number,
    "entered_at": moment,
    "paid_at": maybe(moment),
    "present_at": maybe(moment),
    "cancelled_at": maybe(moment),
    "players": together(_player, _player),
}
DRAW: Form = {
    "draw": number,
    "seed": text(longest(Draw, "seed"), 1),
    "pool_count": number,
    "apart": flag,
    "seeded": listed(number, most=PLACES),
    "kept_apart": listed(listed(number, most=PLACES), most=PLACES),
    "entrants": listed(together(number, listed(text(4 * MAX_NAME), most=2)), least=1, most=PLACES),
    "pools": listed(listed(number, least=1, most=PLACES), least=1, most=PLACES),
    "clashes": whole(0),
    "drawn_at": moment,
    "drawn_by": person,
    "published_at": maybe(moment),
    "counts": flag,
    "annulled": undone,
}
_place = keyed({"pair": number, "added_at": maybe(moment), "live": flag})
POOL: Form = {
    "draw": number,
    "pool": number,
    "live": flag,
    "deals": number,
    "places": listed(_place, least=1, most=PLACES),
}
REVISION: Form = {
    "revision": whole(1, MAX_WHOLE),
    "made_at": moment,
    "made_by": person,
    "table": maybe(number),
    "reason": text(longest(SheetRevision, "reason")),
    "replayed_deal": maybe(number),
    "kept": whole(0),
    "added": listed(some_object, most=MAX_LINES),
    "rulings": listed(
        keyed(
            {
                "line": number,
                "recorded": whole(1, MAX_WHOLE),
                "ruled_by": text(MAX_RULED_BY),
                "note": text(MAX_NOTE),
            }
        )
    ),
}
_side = one_of(codes(Side))
_confirmed = maybe(whole(1, MAX_WHOLE))
_confirmation = keyed(
    {"side": _side, "revision": whole(1, MAX_WHOLE), "made_at": moment, "made_by": person}
)
_outcome = keyed(
    {
        "entry_count": whole(0),
        "deals_played": whole(0),
        "state": one_of(codes(MatchState)),
        "winner": maybe(_side),
        "decided_by": maybe(one_of(codes(DecidedBy))),
        "total_a": points,
        "total_b": points,
        "rise_a": points,
        "rise_b": points,
        "tuppi": flag,
        "nalsy": flag,
        "sheet_missing": flag,
    }
)
MATCH: Form = {
    "match": number,
    "stage": one_of(codes(Stage)),
    "draw": maybe(number),
    "pool": maybe(number),
    "bracket": maybe(number),
    "bracket_number": maybe(whole(0)),
    "live": flag,
    "round": number,
    "a": number,
    "b": number,
    "slot": whole(0),
    "table": number,
    "starts_at": moment,
    "called_at": maybe(moment),
    "moved_by_hand": flag,
    "annulled": maybe(
        keyed({"by": one_of(codes(Annulment)), "reason": text(MAX_REASON), "at": moment})
    ),
    "seats": maybe(
        keyed({"left_of_a1": one_of(("B1", "B2")), "first_dealer": one_of(codes(Seat))})
    ),
    "seats_revision": whole(0, MAX_WHOLE),
    "first_revision": whole(0, MAX_WHOLE),
    "sheet": keyed(
        {
            "format": one_of(codes(FormatKind)),
            "deals": maybe(number),
            "entries": listed(some_object, most=MAX_LINES),
        }
    ),
    "revisions": listed(keyed(REVISION)),
    "confirmed": keyed({"a": _confirmed, "b": _confirmed}),
    "confirmations": listed(_confirmation),
    "outcome": _outcome,
    "changed_at": maybe(moment),
}
_signed_up = keyed({"name": text(MAX_NAME, 1), "club": maybe(text(MAX_NAME, 1))})
_sign_up = keyed(
    {
        "sign_up": whole(1, MAX_WHOLE),
        "state": one_of(SignUp.State.values),
        "players": together(_signed_up, _signed_up),
        "contact": maybe(text(MAX_CONTACT)),
        "revision": whole(1, MAX_WHOLE),
        "made_at": moment,
        "decided": maybe(keyed({"at": moment, "by": person})),
        "pair": maybe(number),
    }
)
_substitution = keyed(
    {
        "pair": number,
        "seat": whole(1, 2),
        "out": _player,
        "in": _player,
        "reason": text(MAX_REASON),
        "made_at": moment,
        "made_by": person,
        "undone": maybe(keyed({"at": moment, "by": person})),
    }
)
_withdrawal = keyed(
    {
        "pair": maybe(number),
        "pair_number": number,
        "choice": one_of(codes(Choice)),
        "reason": text(MAX_REASON),
        "made_at": moment,
        "made_by": person,
        "effects": listed(some_object),
        "left": listed(number),
        "undone": undone,
    }
)
_decision = keyed(
    {
        "decision": number,
        "kind": one_of(JuryDecision.Kind.values),
        "match": maybe(number),
        "pair": maybe(number),
        "subject": listed(text(MAX_SUBJECT), most=2),
        "subject_match": maybe(number),
        "points": maybe(whole(-MOST_POINTS, MOST_POINTS)),
        "deal": maybe(number),
        "reason": text(MAX_DECISION_REASON),
        "note": text(MAX_NOTE),
        "jury": listed(together(name, text(MAX_NAME)), most=JURY_SEATS),
        "made_at": moment,
        "made_by": person,
        "undone": maybe(keyed({"at": moment, "by": person, "reason": text(MAX_DECISION_REASON)})),
    }
)
_call = keyed(
    {
        "kind": one_of(codes(RefereeCall.Kind)),
        "table": number,
        "match": maybe(number),
        "side": maybe(_side),
        "revision": _confirmed,
        "reason": text(MAX_REASON),
        "made_at": moment,
        "coming": maybe(keyed({"at": moment, "by": person})),
        "answered": maybe(
            keyed(
                {
                    "at": moment,
                    "by": person,
                    "answer": text(MAX_REASON),
                    "outcome": maybe(one_of(codes(RefereeCall.Outcome))),
                    "revision": maybe(whole(1, MAX_WHOLE)),
                }
            )
        ),
    }
)
RECORD: Form = {
    "at": moment,
    "by": person,
    "table": maybe(number),
    "verb": matching(r"[a-z_]+", longest(AuditRecord, "verb")),
    "match": maybe(number),
    "details": some_object,
}

effect_of_annulling = keyed({"match": number, "annulled": flag})
effect_of_award = keyed(
    {"match": number, "awarded_to": one_of(codes(Side)), "revision": whole(1, MAX_WHOLE)}
)

ARCHIVE: Form = {
    "format": anything,
    "version": anything,
    SEAL: anything,
    "contacts": flag,
    "event": keyed(EVENT),
    "days": listed(keyed(DAY), least=1, most=100),
    "pairs": listed(keyed(PAIR), most=PLACES),
    "sign_ups": listed(_sign_up, most=MOST_SIGN_UPS),
    "substitutions": listed(_substitution),
    "draws": listed(keyed(DRAW), most=1000),
    "pools": listed(keyed(POOL), most=MOST_POOLS),
    "matches": listed(keyed(MATCH)),
    "calls": listed(_call),
    "lots": listed(keyed(LOT), most=1000),
    "fields": listed(keyed(FIELD), most=1000),
    "brackets": listed(keyed(BRACKET), most=1000),
    "withdrawals": listed(_withdrawal),
    "jury": listed(
        keyed({"seat": whole(1, JURY_SEATS), "name": name, "club": maybe(name)}),
        most=JURY_SEATS,
    ),
    "decisions": listed(_decision),
    "log": listed(keyed(RECORD)),
}
archive_form = keyed(ARCHIVE)
"""The whole archive; format, version and seal were asked when it was read."""
