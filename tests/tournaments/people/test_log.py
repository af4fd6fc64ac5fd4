"""The log: every write as a sentence, filtered by person, match and kind."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from scoring.withdrawal import Choice
from tests.builders import (
    add_referee,
    make_drawn_tournament,
    make_event_maker,
    make_tournament,
    make_user,
    play,
    signed_in,
)
from tests.tournaments.withdrawals.steps import begin, come_back, match_of, win, withdraw
from tournaments.actions.audit import Verb
from tournaments.log.parts import KIND_LABELS, LogKind
from tournaments.log.sentences import SUBJECTS, WORDINGS, sentence, verbs_of
from tournaments.models import AuditRecord, Match, Tournament, User

PAIR = [["Maija Aho", "Kemi"], ["Eero Niemi", ""]]
SETTINGS = {
    "name": "Tuppi",
    "place": "Kemi",
    "table_count": 8,
    "minutes_per_deal": 5,
    "days": [["2026-11-28", "11:15", "21:00"]],
}
DEAL = {"kind": "deal", "game": "rami", "declarer": "A", "tricks_a": 8}
PENALTY = {"kind": "penalty", "offence": "faulty_show", "against": "A"}
SHEET = {"revision": 1, "first": 9, "ended": 0, "added": [DEAL], "reason": ""}
MOVE = {
    "match": 7,
    "before": ["2026-11-28T09:15:00+00:00", 3, False],
    "after": ["2026-11-28T10:15:00+00:00", 4, True],
}
WHO = {"username": "reetta", "person": "Reetta"}

SENTENCES: dict[Verb, tuple[dict[str, object], str]] = {
    Verb.MAKE_EVENT: ({"name": "Tuppi", "slug": "t"}, "Olli made the event: Tuppi."),
    Verb.BRING_ARCHIVE: (
        {"file_name": "tuppi.json", "sha256": "0", "size": 2000},
        "Olli brought the archive of an event to look at: tuppi.json.",
    ),
    Verb.IMPORT_EVENT: (
        {"name": "Tuppi", "slug": "t", "sha256": "0"},
        "Olli took the event from an archive: Tuppi.",
    ),
    Verb.CHANGE_SETTINGS: (
        {
            "before": SETTINGS,
            "after": {**SETTINGS, "table_count": 6, "days": []},
        },
        "Olli changed the settings of the event: number of tables 8 → 6, days of play.",
    ),
    Verb.CHANGE_RULES: (
        {"before": {}, "after": {"late_minutes": 10, "award_is_tuppi": True}},
        "Olli changed the rules of the event: Minutes a pair may be late: 15 → 10; "
        "A match given up or judged to tuppi: is no tuppi made → counts as a tuppi made.",
    ),
    Verb.SHOW_EVENT: ({}, "Olli showed the event to everybody."),
    Verb.HIDE_EVENT: ({}, "Olli hid the event from everybody but its staff."),
    Verb.ADD_PAIR: (
        {"pair": 3, "players": PAIR},
        "Olli entered pair 3: Maija Aho (Kemi) – Eero Niemi.",
    ),
    Verb.CHANGE_PAIR: (
        {"pair": 3, "before": PAIR, "after": [["Maija Aho", ""], ["Eero Niemi", ""]]},
        "Olli changed pair 3: Maija Aho (Kemi) – Eero Niemi → Maija Aho – Eero Niemi.",
    ),
    Verb.REMOVE_PAIR: (
        {"pair": 3, "players": PAIR},
        "Olli removed pair 3: Maija Aho (Kemi) – Eero Niemi.",
    ),
    Verb.MARK_PAID: ({"pair": 3}, "Olli marked the entry fee of pair 3 paid."),
    Verb.MARK_UNPAID: ({"pair": 3}, "Olli marked the entry fee of pair 3 not paid."),
    Verb.MARK_ALL_PRESENT: ({"pairs": [1, 2, 5]}, "Olli marked everybody present: 3 pairs."),
    Verb.MARK_PRESENT: ({"pair": 3}, "Olli marked pair 3 present."),
    Verb.MARK_ABSENT: ({"pair": 3}, "Olli marked pair 3 absent."),
    Verb.CALL_OFF_ENTRY: ({"pair": 3}, "Olli called off the entry of pair 3."),
    Verb.BRING_BACK_ENTRY: ({"pair": 3}, "Olli brought back the entry of pair 3."),
    Verb.WITHDRAW_PAIR: (
        {"pair": 7, "choice": "stand", "reason": "ill", "effects": []},
        "Olli withdrew pair 7. Reason: ill",
    ),
    Verb.UNDO_WITHDRAWAL: (
        {"pair": 7, "reason": "well again", "changed": [], "left": []},
        "Olli let withdrawn pair 7 back in. Reason: well again",
    ),
    Verb.ANNUL_MATCH: ({"reason": "wrong cards"}, "Olli annulled match 7. Reason: wrong cards"),
    Verb.UNDO_ANNULLING: (
        {"reason": "right cards"},
        "Olli let annulled match 7 count again. Reason: right cards",
    ),
    Verb.BRING_LIST: (
        {"file_name": "parit.csv", "pasted": False, "size": 2000},
        "Olli brought a list of entries to look at: parit.csv.",
    ),
    Verb.IMPORT_PAIRS: (
        {"source": "parit.csv", "pairs": [[1, *PAIR], [2, *PAIR]]},
        "Olli entered pairs from a list: 2 pairs (parit.csv).",
    ),
    Verb.SET_SIGN_UP: (
        {
            "before": {"opens_at": None, "closes_at": None, "limit": None},
            "after": {
                "opens_at": "2026-11-01T10:00:00+00:00",
                "closes_at": "2026-11-27T16:00:00+00:00",
                "limit": 48,
            },
        },
        "Olli set the times of signing up: opens 1.11.2026 12.00, closes 27.11.2026 18.00, "
        "48 pairs at most.",
    ),
    Verb.SIGN_UP: (
        {"sign_up": 2, "players": PAIR},
        "Olli signed up, number 2: Maija Aho (Kemi) – Eero Niemi.",
    ),
    Verb.CHANGE_SIGN_UP: (
        {"sign_up": 2, "before": PAIR, "after": [["Maija Aho", ""], ["Eero Niemi", ""]]},
        "Olli changed sign-up 2: Maija Aho (Kemi) – Eero Niemi → Maija Aho – Eero Niemi.",
    ),
    Verb.CANCEL_SIGN_UP: (
        {"sign_up": 2, "pair": None, "players": PAIR},
        "Olli called sign-up 2 off: Maija Aho (Kemi) – Eero Niemi.",
    ),
    Verb.APPROVE_SIGN_UPS: (
        {"sign_ups": [2, 3], "pairs": [[7, *PAIR], [8, *PAIR]]},
        "Olli approved sign-ups 2, 3: 2 pairs.",
    ),
    Verb.REFUSE_SIGN_UP: (
        {"sign_up": 2, "players": PAIR},
        "Olli did not take sign-up 2: Maija Aho (Kemi) – Eero Niemi.",
    ),
    Verb.REOPEN_SIGN_UP: (
        {"sign_up": 2, "players": PAIR},
        "Olli let sign-up 2 wait again: Maija Aho (Kemi) – Eero Niemi.",
    ),
    Verb.SUBSTITUTE_PLAYER: (
        {
            "pair": 3,
            "seat": 2,
            "out": ["Eero Niemi", ""],
            "substitute": ["Aila Vuori", "Kemi"],
            "reason": "flu",
        },
        "Olli recorded a substitute in pair 3: Aila Vuori (Kemi) for Eero Niemi.",
    ),
    Verb.UNDO_SUBSTITUTION: (
        {"pair": 3, "seat": 2, "out": ["Eero Niemi", ""], "substitute": ["Aila Vuori", "Kemi"]},
        "Olli took a substitute back in pair 3: Aila Vuori (Kemi) for Eero Niemi.",
    ),
    Verb.DRAW_POOLS: (
        {"draw": 1, "seed": "52", "pool_count": 8, "apart": True},
        "Olli drew pools, draw 1: 8 pools, seed 52.",
    ),
    Verb.PUBLISH_DRAW: (
        {"draw": 1, "seed": "52", "pools": [[1, 2]]},
        "Olli published draw 1, seed 52.",
    ),
    Verb.TAKE_BACK_DRAW: ({"draw": 1, "seed": "52"}, "Olli took back draw 1, seed 52."),
    Verb.ANNUL_DRAW: (
        {"draw": 1, "seed": "52", "reason": "a pair was forgotten", "match_count": 12},
        "Olli annulled draw 1, seed 52, with its 12 matches. Reason: a pair was forgotten",
    ),
    Verb.UNDO_ANNUL_DRAW: (
        {"draw": 1, "seed": "52"},
        "Olli let annulled draw 1 count again, seed 52.",
    ),
    Verb.DRAW_KNOCKOUT: (
        {"bracket": 1, "seed": "52", "pairs": 16},
        "Olli drew the knock-out, draw 1: pairs 16, seed 52.",
    ),
    Verb.PUBLISH_BRACKET: (
        {
            "bracket": 1,
            "seed": "52",
            "matches": [29, 30],
            "starts_at": "2026-11-29T07:00:00+00:00",
        },
        "Olli published draw 1 of the knock-out, seed 52: matches 29, 30, "
        "first cards 29.11.2026 09.00.",
    ),
    Verb.TAKE_BACK_BRACKET: (
        {"bracket": 1, "seed": "52"},
        "Olli took back draw 1 of the knock-out, seed 52.",
    ),
    Verb.ANNUL_BRACKET: (
        {"bracket": 1, "seed": "52", "reason": "a pair was forgotten", "match_count": 12},
        "Olli annulled draw 1 of the knock-out, seed 52, with its 12 matches. "
        "Reason: a pair was forgotten",
    ),
    Verb.UNDO_ANNUL_BRACKET: (
        {"bracket": 1, "seed": "52"},
        "Olli let annulled draw 1 of the knock-out count again, seed 52.",
    ),
    Verb.MAKE_KNOCKOUT_MATCHES: (
        {"bracket": 1, "matches": [37]},
        "Olli made the next matches of the knock-out: 37.",
    ),
    Verb.TAKE_BACK_ROUND: (
        {"bracket": 1, "round": 2, "matches": [37, 38]},
        "Olli took back a round of the knock-out: matches 37, 38.",
    ),
    Verb.PUT_KNOCKOUT_RIGHT: (
        {"gone": [37], "matches": [], "reason": "miscounted"},
        "Olli put the knock-out right after the corrected result of match 7. "
        "Out of play: 37. Made anew: –. Reason: miscounted",
    ),
    Verb.UNDO_PUT_KNOCKOUT_RIGHT: (
        {"gone": [39], "matches": [37, 40], "reason": "it was right after all"},
        "Olli took back that the knock-out was put right after match 7. "
        "Out of play: 39. Back in play: 37, 40. Reason: it was right after all",
    ),
    Verb.LET_RESULT_STAND: (
        {"pair": 3, "reason": "found too late"},
        "Olli let the knock-out go on as played: pair 3 stays on after match 7. "
        "Reason: found too late",
    ),
    Verb.DECIDE_MATCH: (
        {"pair": 3, "reason": "both left"},
        "Olli decided match 7 of the knock-out: pair 3 goes on. Reason: both left",
    ),
    Verb.UNDO_DECIDED_MATCH: (
        {"pair": 3, "reason": "one came back"},
        "Olli took back the decision about match 7 of the knock-out. Reason: one came back",
    ),
    Verb.PLAN_SCHEDULE: (
        {"table_count": 8, "minutes_per_deal": 5},
        "Olli made the schedule anew: tables 8, minutes a deal 5.",
    ),
    Verb.ADD_LATE_PAIR: (
        {"pair": 9, "pool": "B", "added": [13, 14, 15, 16], "moves": [MOVE]},
        "Olli added pair 9 to pool B: 4 matches new, 1 match moved.",
    ),
    Verb.TAKE_BACK_LATE_PAIR: (
        {"pair": 9, "pool": "B", "matches": [13, 14, 15, 16]},
        "Olli took pair 9 out of pool B, with its 4 matches.",
    ),
    Verb.SET_ADVANCING: (
        {
            "before": {"course": "pools", "first": None, "size": None},
            "after": {"course": "pools_and_knockout", "first": 2, "size": 8},
        },
        "Olli set what the event is made of and who goes on: Pools, then a knock-out, of each pool "
        "2, 8 pairs in all.",
    ),
    Verb.MAKE_PLAY_OFF: (
        {"pool": "B", "pairs": [3, 5, 9], "matches": [41, 42, 43]},
        "Olli made a play-off in pool B between pairs 3, 5, 9: matches 41, 42, 43.",
    ),
    Verb.TAKE_BACK_PLAY_OFF: (
        {"pool": "B", "matches": [41, 42, 43]},
        "Olli took back a play-off in pool B: matches 41, 42, 43.",
    ),
    Verb.DRAW_LOT: (
        {"lot": 2, "scope": "pool", "order": [5, 3], "seed": "52", "witnesses": []},
        "Olli drew lot 2, seed 52. The order it gave, by pair: 5, 3.",
    ),
    Verb.ENTER_LOT: (
        {"lot": 2, "scope": "pool", "order": [5, 3], "seed": "", "witnesses": ["Aino", "Eero"]},
        "Olli entered lot 2, drawn by hand. The order it gave, by pair: 5, 3. "
        "Witnesses: Aino, Eero.",
    ),
    Verb.UNDO_LOT: (
        {"lot": 2, "pairs": [3, 5], "reason": "a slip was missing"},
        "Olli undid lot 2. Reason: a slip was missing",
    ),
    Verb.LOCK_FIELD: (
        {"pairs": [1, 4], "replaced": [1, 2], "reason": "a sheet was wrong"},
        "Olli locked who goes on from the pools: pairs 1, 4. It took the place of an earlier list. "
        "Reason: a sheet was wrong",
    ),
    Verb.TAKE_BACK_FIELD: (
        {"pairs": [1, 4], "reason": "too early"},
        "Olli took back the locked list of who goes on. Reason: too early",
    ),
    Verb.KEEP_FIELD: (
        {"out": [1], "come": [2], "reason": "the knock-out is on"},
        "Olli kept the locked list of who goes on, though results changed. "
        "Reason: the knock-out is on",
    ),
    Verb.MOVE_MATCH: (
        {"number": 7, "moves": [MOVE]},
        "Olli moved match 7: Sat 11.15 table 3 → Sat 12.15 table 4.",
    ),
    Verb.SWAP_MATCHES: (
        {"number": 7, "other": 9, "moves": [MOVE]},
        "Olli let matches 7 and 9 change places: Sat 11.15 table 3 → Sat 12.15 table 4.",
    ),
    Verb.MOVE_BACK: (
        {"number": 7, "moves": [MOVE]},
        "Olli moved match 7 back: Sat 11.15 table 3 → Sat 12.15 table 4.",
    ),
    Verb.DELAY_PLAY: (
        {
            "start": "2026-11-28T09:15:00+00:00",
            "minutes": 20,
            "delays": [{"before": "", "after": "", "matches": [7, 8]}],
        },
        "Olli delayed the start of Sat 11.15 by 20 minutes: 2 matches moved.",
    ),
    Verb.TAKE_BACK_DELAY: (
        {"start": "2026-11-28T09:15:00+00:00", "minutes": 20, "matches": [7]},
        "Olli took back the delay of Sat 11.15 by 20 minutes: 1 match moved.",
    ),
    Verb.CALL_MATCH: (
        {"number": 7, "table": 4, "moves": []},
        "Olli called match 7 to table 4.",
    ),
    Verb.TAKE_BACK_CALL: (
        {"number": 7, "table": 4},
        "Olli took back the call of match 7 to table 4.",
    ),
    Verb.WRITE_SHEET: (
        SHEET,
        "Olli wrote the sheet of match 7, line 9: RAMI by A, tricks A 8 and B 5.",
    ),
    Verb.CORRECT_SHEET: (
        {**SHEET, "ended": 2, "reason": "typed wrong"},
        "Olli corrected the sheet of match 7, line 9: RAMI by A, tricks A 8 and B 5. "
        "Reason: typed wrong",
    ),
    Verb.TAKE_BACK_DEAL: (
        {**SHEET, "ended": 1, "added": []},
        "Olli took back the deal written last in match 7, line 9 of its sheet.",
    ),
    Verb.RECORD_RULING: (
        {**SHEET, "added": [PENALTY], "ruled_by": "Rauha"},
        "Olli recorded a ruling on the sheet of match 7, line 9: 28 against A, faulty show. "
        "Ruled by: Rauha.",
    ),
    Verb.NAME_JURY: (
        {"before": [], "after": [["Maija Aho", "Kemi"], ["Eero Niemi", ""]]},
        "Olli named the jury: Maija Aho (Kemi), Eero Niemi.",
    ),
    Verb.RECORD_DECISION: (
        {
            "decision": 2,
            "kind": "points",
            "subject": ["Aho – Niemi"],
            "subject_match": None,
            "points": -8,
            "deal": None,
            "reason": "Rude",
        },
        "Olli recorded decision 2 of the jury: 8 match points taken, Aho – Niemi. Reason: Rude",
    ),
    Verb.UNDO_DECISION: (
        {"decision": 2, "kind": "points", "reason": "Not so"},
        "Olli undid decision 2 of the jury. Reason: Not so",
    ),
    Verb.ENTER_RESULT: (
        {
            "first": 1,
            "ended": 0,
            "added": [{"kind": "result", "winner": "B", "total": {"A": 24, "B": 76}}],
        },
        "Olli entered the result of match 7 without its sheet: A 24, B 76, winner B.",
    ),
    Verb.BRING_SHEETS: (
        {"file_name": "kierros1.xlsx", "size": 9000},
        "Olli brought a workbook of filled score sheets to look at: kierros1.xlsx.",
    ),
    Verb.TAKE_SHEETS: (
        {"source": "kierros1.xlsx", "sheets": [[1, "ra8"], [2, "b76-24t"]]},
        "Olli took score sheets from a workbook: 2 sheets (kierros1.xlsx).",
    ),
    Verb.SET_SEATS: (
        {"before": None, "after": ["B2", "A1"]},
        "Olli changed the seats of match 7: – → left of A1 sits B2, first dealer A1.",
    ),
    Verb.CONFIRM_RESULT: (
        {"sides": ["A"], "by_code": True, "revision": 12},
        "Olli confirmed the result of match 7: pair A with its code.",
    ),
    Verb.CONFIRM_RESULTS: (
        {"matches": [3, 7]},
        "Olli confirmed results from the list: matches 3, 7.",
    ),
    Verb.WITHDRAW_CONFIRMATION: (
        {"sides": ["A", "B"], "revision": 12, "reason": "wrong match"},
        "Olli withdrew the confirmation of the result of match 7: both pairs. Reason: wrong match",
    ),
    Verb.LOCK_CODE: (
        {"side": "B"},
        "Olli gave too many wrong codes for pair B of match 7, so that its code was locked for a "
        "while.",
    ),
    Verb.LIFT_CODE_LOCK: ({"side": "B"}, "Olli let pair B use its code again for match 7."),
    Verb.DISPUTE_RESULT: (
        {"side": "B", "revision": 12, "reason": "deal 4 was ours"},
        "Olli told that the result of match 7 is wrong, pair B. Reason: deal 4 was ours",
    ),
    Verb.ANSWER_DISPUTE: (
        {
            "call": 4,
            "table": 5,
            "side": "B",
            "outcome": "corrected",
            "corrected_by": 3,
            "answer": "counted again",
        },
        "Olli answered pair B, which said that the result of match 7 is wrong: the result was "
        "corrected by change 3 of the sheet (counted again).",
    ),
    Verb.CALL_REFEREE: ({"table": 5}, "Olli called a referee to table 5."),
    Verb.TAKE_BACK_REFEREE_CALL: (
        {"table": 5},
        "Olli took the call for a referee to table 5 back.",
    ),
    Verb.GO_TO_CALL: ({"call": 4, "table": 5}, "Olli was coming to table 5, which called."),
    Verb.ANSWER_CALL: (
        {"call": 4, "table": 5, "answer": ""},
        "Olli answered the call for a referee to table 5.",
    ),
    Verb.REBUILD_OUTCOME: (
        {"was": {"total_a": 99}},
        "Olli worked out the result of a match anew from its sheet.",
    ),
    Verb.MAKE_FIRST_ORGANISER: (
        {"username": "olli"},
        "Olli made the first account of the site.",
    ),
    Verb.INVITE: (
        {"role": "referee", "person": "Reetta"},
        "Olli made an invitation as referee: Reetta.",
    ),
    Verb.ACCEPT_INVITATION: (
        {"username": "olli", "role": "event_maker", "new_account": True, "invited_by": "Anni"},
        "Olli accepted an invitation to make events, made by: Anni.",
    ),
    Verb.WITHDRAW_LINK: (
        {"purpose": "invitation", "person": "Reetta"},
        "Olli withdrew an invitation: Reetta.",
    ),
    Verb.RENEW_TABLE_LINK: (
        {"table": 3, "renewed": 2},
        "Olli renewed the link of table 3.",
    ),
    Verb.RENEW_ALL_TABLE_LINKS: (
        {"tables": 16},
        "Olli renewed the links of all tables: 16 tables.",
    ),
    Verb.REVOKE_TABLE_LINK: ({"table": 3}, "Olli revoked the link of table 3."),
    Verb.BRING_BACK_TABLE_LINK: ({"table": 3}, "Olli brought back the link of table 3."),
    Verb.RENEW_SHEET_LINK: (
        {"renewed": 1},
        "Olli renewed the link on the score sheet of match 7.",
    ),
    Verb.RENEW_PAIR_CODE: ({"pair": 3, "renewed": 1}, "Olli gave pair 3 a new code."),
    Verb.REMOVE_FROM_STAFF: (
        {**WHO, "roles": ["referee"]},
        "Olli removed from the staff: Reetta (referee).",
    ),
    Verb.MAKE_PASSWORD_LINK: (WHO, "Olli made a new-password link: Reetta."),
    Verb.SET_NEW_PASSWORD: (
        {"made_by": "Anni"},
        "Olli chose a new password by a link, made by: Anni.",
    ),
    Verb.CHANGE_OWN_PASSWORD: ({}, "Olli changed the own password."),
    Verb.GRANT_EVENT_MAKING: (WHO, "Olli let make events: Reetta."),
    Verb.TAKE_EVENT_MAKING: (WHO, "Olli took the right to make events away: Reetta."),
    Verb.GRANT_SITE_ADMIN: (WHO, "Olli made admin of the site: Reetta."),
    Verb.TAKE_SITE_ADMIN: (WHO, "Olli took the right of a site's admin away: Reetta."),
}
HOSTILE: list[dict[str, object]] = [
    {},
    {"person": 3, "pair": "x", "players": 1, "added": {"a": 1}, "first": None, "draw": []},
    {"players": [["a"]], "pair": 1, "before": [], "after": None, "role": "king", "roles": 5},
    {"added": [{"kind": "deal", "game": "sooli"}], "first": 1, "reason": None, "purpose": "x"},
    {"name": None, "seed": {"%(x)s": 1}, "pools": "%d", "source": "%", "pairs": 7},
]


def record(verb: str, details: object, match: int | None = 7) -> AuditRecord:
    return AuditRecord(
        verb=verb,
        actor_name="Olli",
        details=details,
        match=Match(number=match) if match else None,
    )


def test_a_change_of_the_fee_is_told_and_records_from_before_there_was_one_too() -> None:
    cents = {**SETTINGS, "entry_fee_cents": 0}
    change = {"before": cents, "after": {**cents, "entry_fee_cents": 2050}}
    told = sentence(record("change_settings", change)).replace("\N{NO-BREAK SPACE}", " ")
    assert told == "Olli changed the settings of the event: entry fee 0 € → 20,50 €."


def test_every_verb_has_a_sentence_and_a_kind() -> None:
    assert set(WORDINGS) == set(Verb)
    assert set(KIND_LABELS) == set(LogKind)
    assert set().union(*(verbs_of(kind) for kind in LogKind)) == set(Verb)


def test_no_verb_is_told_by_two_subjects() -> None:
    assert sum(len(wordings) for wordings in SUBJECTS) == len(WORDINGS)


@pytest.mark.parametrize("verb", SENTENCES)
def test_a_record_is_told_in_a_sentence(verb: Verb) -> None:
    details, expected = SENTENCES[verb]
    with translation.override("en"):
        assert sentence(record(verb, details)) == expected


@pytest.mark.parametrize("details", [*HOSTILE, None, [], "x", 3])
@pytest.mark.parametrize("verb", Verb)
def test_details_a_sentence_does_not_know_leave_it_short(verb: Verb, details: object) -> None:
    for match in (7, None):
        text = sentence(record(verb, details, match))
        assert text.startswith("Olli ")
        assert "%(" not in text


def test_a_deal_taken_back_at_a_table_is_told_so_whatever_was_kept_of_it_then() -> None:
    kept = record("correct_sheet", {**SHEET, "ended": 1, "added": [], "reason": "Peruttu pöydässä"})
    kept.actor_name, kept.table = "", 3
    with translation.override("en"):
        text = sentence(kept)
    assert text == "Table 3 took back the deal written last in match 7, line 9 of its sheet."


@pytest.mark.parametrize(
    "outcome, told",
    [
        ({}, ": counted again"),
        ({"outcome": "stands", "corrected_by": None}, ": the result stands (counted again)"),
        ({"outcome": "stands", "corrected_by": None, "answer": ""}, ": the result stands"),
        (
            {"outcome": "corrected", "corrected_by": None, "answer": ""},
            ": the result was corrected",
        ),
    ],
)
def test_what_became_of_a_dispute_is_told_where_it_is_known(
    outcome: dict[str, object], told: str
) -> None:
    details = {"call": 4, "table": 5, "side": "B", "answer": "counted again", **outcome}
    with translation.override("en"):
        text = sentence(record("answer_dispute", details))
    about = "Olli answered pair B, which said that the result of match 7 is wrong"
    assert text == f"{about}{told}."


def test_a_verb_of_another_version_is_told_by_its_code() -> None:
    with translation.override("en"):
        text = sentence(record("fly_to_moon", {}))
    assert text == "Olli did something this version has no words for: fly_to_moon."


def test_a_name_with_percent_signs_is_told_as_it_is() -> None:
    with translation.override("en"):
        text = sentence(record(Verb.INVITE, {"role": "referee", "person": "100 %(who)s %d"}))
    assert text == "Olli made an invitation as referee: 100 %(who)s %d."


LINES: list[tuple[list[dict[str, object]], str]] = [
    ([], "struck from line 2 on"),
    ([{"kind": "deal", "game": "nolo", "tricks_a": 4}], "line 2: NOLO, tricks A 4 and B 9"),
    ([{"kind": "deal", "game": "nolo", "winner": "A"}], "line 2: NOLO, B fell"),
    (
        [
            {
                "kind": "deal",
                "game": "rami",
                "declarer": "A",
                "offence": "revoke",
                "against": "B",
                "tricks_before": {"A": 3, "B": 2},
            }
        ],
        "line 2: RAMI by A, a ruling against B, revoke",
    ),
    (
        [{"kind": "penalty", "offence": "faulty_show", "against": "A"}],
        "line 2: 28 against A, faulty show",
    ),
    (
        [{"kind": "award", "to": "A", "reason": "signalling"}],
        "line 2: the match to A, signalling",
    ),
    (
        [{"kind": "result", "winner": "B", "total": {"A": 24, "B": 76}}],
        "line 2: only the result, A 24 and B 76",
    ),
    (
        [DEAL, DEAL],
        "lines 2–3: RAMI by A, tricks A 8 and B 5; RAMI by A, tricks A 8 and B 5",
    ),
    ([DEAL] * 12, "lines 2–13"),
]


@pytest.mark.parametrize("added, expected", LINES)
def test_lines_of_a_sheet_are_told_in_words(added: list[dict[str, object]], expected: str) -> None:
    with translation.override("en"):
        text = sentence(record(Verb.WRITE_SHEET, {"first": 2, "added": added}))
    assert text == f"Olli wrote the sheet of match 7, {expected}."


def log(client: Client, tournament: Tournament, **query: str) -> str:
    response = client.get(f"/t/{tournament.slug}/manage/log/", query)
    assert response.status_code == 200
    return response.content.decode()


def rows(content: str) -> int:
    return content.count("<time ")


@pytest.fixture
def played(organiser: User) -> Tournament:
    """Seven records: made, entered, shown, drawn, published; the referee wrote match 2 twice."""
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    referee = add_referee(tournament)
    match = Match.objects.get(tournament=tournament, number=2)
    play(referee, match, "ra8")
    play(referee, match, "ra9", reason="typed wrong")
    return tournament


@pytest.mark.django_db
def test_the_log_is_latest_first_and_of_this_event_only(
    organiser: User, played: Tournament
) -> None:
    make_tournament(make_event_maker("oskari"), name="Toinen")
    content = log(signed_in(organiser), played)
    assert rows(content) == 7
    assert "oskari" not in content
    assert content.index("typed wrong") < content.rindex("Testituppi")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query, count",
    [
        ({}, 7),
        ({"person": "reetta"}, 2),
        ({"person": "olli"}, 5),
        ({"match": "2"}, 2),
        ({"match": "1"}, 0),
        ({"kind": "sheets"}, 2),
        ({"kind": "draw"}, 2),
        ({"kind": "pairs"}, 1),
        ({"kind": "event"}, 2),
        ({"kind": "people"}, 0),
        ({"person": "olli", "kind": "sheets"}, 0),
        ({"person": "reetta", "kind": "sheets", "match": "2"}, 2),
    ],
)
def test_filters_by_person_match_and_kind(
    organiser: User, played: Tournament, query: dict[str, str], count: int
) -> None:
    content = log(signed_in(organiser), played, **query)
    assert (rows(content), 'class="empty"' in content) == (count, count == 0)


@pytest.mark.django_db
@pytest.mark.parametrize("choice", Choice)
def test_a_match_is_found_by_the_withdrawal_that_settled_it_done_and_undone(
    organiser: User, choice: Choice
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    begin(organiser, tournament, 1, 2, "na6")
    finished = win(organiser, tournament, 3, 1)
    withdraw(organiser, tournament, 1, choice)
    client = signed_in(organiser)

    def found() -> dict[str, int]:
        return {
            name: rows(log(client, tournament, match=str(match.number), kind="pairs"))
            for name, match in {
                "begun": match_of(tournament, 1, 2),
                "finished": finished,
                "fresh": match_of(tournament, 1, 4),
                "of others": match_of(tournament, 2, 4),
            }.items()
        }

    # Results that stand are left alone where those are kept.
    touched = int(choice is Choice.ANNUL)
    assert found() == {"begun": 1, "finished": touched, "fresh": 1, "of others": 0}
    come_back(organiser, tournament, 1)
    assert found() == {"begun": 2, "finished": 2 * touched, "fresh": 2, "of others": 0}


@pytest.mark.django_db
@pytest.mark.parametrize("details", [*HOSTILE, {"effects": 3, "left": None, "changed": [{}, "2"]}])
def test_details_of_another_version_are_no_withdrawal_of_a_match(
    organiser: User, played: Tournament, details: dict[str, object]
) -> None:
    AuditRecord.objects.create(
        tournament=played, actor_name="Olli", verb="withdraw_pair", details=details
    )
    assert rows(log(signed_in(organiser), played, match="2")) == 2


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["person", "match", "kind", "page"])
@pytest.mark.parametrize(
    "value", ["x", "-1", "0", "9" * 5000, "1' or 1=1", "\x00", "ä" * 300, "<script>", "%00", "1e9"]
)
def test_hostile_filters_are_passed_over(
    organiser: User, played: Tournament, name: str, value: str
) -> None:
    content = log(signed_in(organiser), played, **{name: value})
    assert rows(content) == 7
    assert "<script>" not in content


@pytest.mark.django_db
def test_whoever_wrote_without_an_account_is_found_by_name(
    organiser: User, tournament: Tournament
) -> None:
    AuditRecord.objects.create(tournament=tournament, actor_name="Pöytä 3", verb="write_sheet")
    client = signed_in(organiser)
    assert 'value="~Pöytä 3"' in log(client, tournament)
    assert rows(log(client, tournament, person="~Pöytä 3")) == 1


@pytest.mark.django_db
def test_the_log_is_paged_and_filters_stay(organiser: User, tournament: Tournament) -> None:
    AuditRecord.objects.bulk_create(
        AuditRecord(
            tournament=tournament, user=organiser, actor_name="olli", verb="hide_event", details={}
        )
        for _number in range(60)
    )
    client = signed_in(organiser)
    first = log(client, tournament, kind="event")
    assert rows(first) == 50
    assert 'href="?kind=event&amp;page=2"' in first
    assert rows(log(client, tournament, kind="event", page="2")) == 12


@pytest.mark.django_db
def test_markup_in_names_is_shown_as_text(organiser: User, tournament: Tournament) -> None:
    AuditRecord.objects.create(
        tournament=tournament,
        actor_name="<script>alert(1)</script>",
        verb="invite",
        details={"role": "referee", "person": "<b>x</b>"},
    )
    content = log(signed_in(organiser), tournament)
    assert "<script>alert" not in content
    assert "<b>x</b>" not in content


@pytest.mark.django_db
def test_only_organisers_read_the_log(played: Tournament) -> None:
    address = f"/t/{played.slug}/manage/log/"
    answers = [
        signed_in(user).get(address).status_code
        for user in (User.objects.get(username="reetta"), make_user("satu"))
    ]
    assert answers == [403, 403]
    assert signed_in(make_user("ylläpito", is_superuser=True)).get(address).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("records", [1, 30])
def test_the_log_takes_the_same_few_queries_however_many_records(
    organiser: User,
    played: Tournament,
    django_assert_num_queries: DjangoAssertNumQueries,
    records: int,
) -> None:
    match = Match.objects.get(tournament=played, number=1)
    for deals in range(1, records + 1):
        AuditRecord.objects.create(
            tournament=played,
            match=match,
            user=organiser,
            actor_name="olli",
            verb="write_sheet",
            details={"first": deals, "added": [DEAL]},
        )
    client = signed_in(organiser)
    with django_assert_num_queries(7):
        assert rows(log(client, played)) == 7 + records
