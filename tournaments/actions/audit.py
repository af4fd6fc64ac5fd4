"""The frame of every write: a transaction, the permission, one record, each submission once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from tournaments.actions.refusals import AlreadyDone
from tournaments.models import AuditRecord, Match, Tournament
from tournaments.permissions import Act, Actor, require


class Verb(StrEnum):
    """What can stand in the audit table."""

    MAKE_EVENT = "make_event"
    BRING_ARCHIVE = "bring_archive"
    IMPORT_EVENT = "import_event"
    CHANGE_SETTINGS = "change_settings"
    CHANGE_RULES = "change_rules"
    SHOW_EVENT = "show_event"
    HIDE_EVENT = "hide_event"
    ADD_PAIR = "add_pair"
    CHANGE_PAIR = "change_pair"
    REMOVE_PAIR = "remove_pair"
    MARK_PAID = "mark_paid"
    MARK_UNPAID = "mark_unpaid"
    MARK_ALL_PRESENT = "mark_all_present"
    MARK_PRESENT = "mark_present"
    MARK_ABSENT = "mark_absent"
    CALL_OFF_ENTRY = "call_off_entry"
    BRING_BACK_ENTRY = "bring_back_entry"
    BRING_LIST = "bring_list"
    IMPORT_PAIRS = "import_pairs"
    SET_SIGN_UP = "set_sign_up"
    SIGN_UP = "sign_up"
    CHANGE_SIGN_UP = "change_sign_up"
    CANCEL_SIGN_UP = "cancel_sign_up"
    APPROVE_SIGN_UPS = "approve_sign_ups"
    REFUSE_SIGN_UP = "refuse_sign_up"
    REOPEN_SIGN_UP = "reopen_sign_up"
    SUBSTITUTE_PLAYER = "substitute_player"
    UNDO_SUBSTITUTION = "undo_substitution"
    DRAW_POOLS = "draw_pools"
    PUBLISH_DRAW = "publish_draw"
    TAKE_BACK_DRAW = "take_back_draw"
    ANNUL_DRAW = "annul_draw"
    UNDO_ANNUL_DRAW = "undo_annul_draw"
    DRAW_KNOCKOUT = "draw_knockout"
    PUBLISH_BRACKET = "publish_bracket"
    TAKE_BACK_BRACKET = "take_back_bracket"
    ANNUL_BRACKET = "annul_bracket"
    UNDO_ANNUL_BRACKET = "undo_annul_bracket"
    MAKE_KNOCKOUT_MATCHES = "make_knockout_matches"
    TAKE_BACK_ROUND = "take_back_round"
    PUT_KNOCKOUT_RIGHT = "put_knockout_right"
    UNDO_PUT_KNOCKOUT_RIGHT = "undo_put_knockout_right"
    LET_RESULT_STAND = "let_result_stand"
    DECIDE_MATCH = "decide_match"
    UNDO_DECIDED_MATCH = "undo_decided_match"
    PLAN_SCHEDULE = "plan_schedule"
    ADD_LATE_PAIR = "add_late_pair"
    TAKE_BACK_LATE_PAIR = "take_back_late_pair"
    MOVE_MATCH = "move_match"
    SWAP_MATCHES = "swap_matches"
    MOVE_BACK = "move_back"
    DELAY_PLAY = "delay_play"
    TAKE_BACK_DELAY = "take_back_delay"
    CALL_MATCH = "call_match"
    TAKE_BACK_CALL = "take_back_call"
    SET_ADVANCING = "set_advancing"
    MAKE_PLAY_OFF = "make_play_off"
    TAKE_BACK_PLAY_OFF = "take_back_play_off"
    DRAW_LOT = "draw_lot"
    ENTER_LOT = "enter_lot"
    UNDO_LOT = "undo_lot"
    LOCK_FIELD = "lock_field"
    TAKE_BACK_FIELD = "take_back_field"
    KEEP_FIELD = "keep_field"
    WRITE_SHEET = "write_sheet"
    CORRECT_SHEET = "correct_sheet"
    TAKE_BACK_DEAL = "take_back_deal"
    WITHDRAW_PAIR = "withdraw_pair"
    UNDO_WITHDRAWAL = "undo_withdrawal"
    ANNUL_MATCH = "annul_match"
    UNDO_ANNULLING = "undo_annulling"
    ENTER_RESULT = "enter_result"
    BRING_SHEETS = "bring_sheets"
    TAKE_SHEETS = "take_sheets"
    SET_SEATS = "set_seats"
    CONFIRM_RESULT = "confirm_result"
    CONFIRM_RESULTS = "confirm_results"
    WITHDRAW_CONFIRMATION = "withdraw_confirmation"
    LOCK_CODE = "lock_code"
    LIFT_CODE_LOCK = "lift_code_lock"
    DISPUTE_RESULT = "dispute_result"
    ANSWER_DISPUTE = "answer_dispute"
    CALL_REFEREE = "call_referee"
    TAKE_BACK_REFEREE_CALL = "take_back_referee_call"
    GO_TO_CALL = "go_to_call"
    ANSWER_CALL = "answer_call"
    RECORD_RULING = "record_ruling"
    REBUILD_OUTCOME = "rebuild_outcome"
    NAME_JURY = "name_jury"
    RECORD_DECISION = "record_decision"
    UNDO_DECISION = "undo_decision"
    MAKE_FIRST_ORGANISER = "make_first_organiser"
    INVITE = "invite"
    ACCEPT_INVITATION = "accept_invitation"
    WITHDRAW_LINK = "withdraw_link"
    RENEW_TABLE_LINK = "renew_table_link"
    RENEW_ALL_TABLE_LINKS = "renew_all_table_links"
    REVOKE_TABLE_LINK = "revoke_table_link"
    BRING_BACK_TABLE_LINK = "bring_back_table_link"
    RENEW_SHEET_LINK = "renew_sheet_link"
    RENEW_PAIR_CODE = "renew_pair_code"
    REMOVE_FROM_STAFF = "remove_from_staff"
    MAKE_PASSWORD_LINK = "make_password_link"  # noqa: S105 - a code, no password
    SET_NEW_PASSWORD = "set_new_password"  # noqa: S105
    CHANGE_OWN_PASSWORD = "change_own_password"  # noqa: S105
    GRANT_EVENT_MAKING = "grant_event_making"
    TAKE_EVENT_MAKING = "take_event_making"
    GRANT_SITE_ADMIN = "grant_site_admin"
    TAKE_SITE_ADMIN = "take_site_admin"


@contextmanager
def writing(
    *, actor: Actor, act: Act, tournament: Tournament, token: UUID | None = None
) -> Iterator[Tournament]:
    """One write to an event: yields the event, locked until the write is over.

    Raises PermissionDenied, or AlreadyDone where `token` was seen before.
    """
    with transaction.atomic():
        # Only the key stays free to be pointed at: a sheet being written holds its match and tells
        # the audit of the event, while this write may be waiting for that very match.
        locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        require(actor, act, locked)
        refuse_repeat(token)
        yield locked


def refuse_repeat(token: UUID | None) -> None:
    """Raises AlreadyDone where a submission with this token was carried out before."""
    if token and (earlier := AuditRecord.objects.filter(token=token).first()):
        raise AlreadyDone(earlier)


def record(
    *,
    actor: Actor,
    verb: Verb,
    tournament: Tournament | None,
    match: Match | None = None,
    token: UUID | None = None,
    **details: Any,
) -> AuditRecord:
    """Writes down what was done; call it inside the write's transaction.

    `details` must be plain JSON values. Raises AlreadyDone where another process carried out the
    same submission at the same moment; the caller's transaction is undone by it.
    """
    try:
        with transaction.atomic():
            return AuditRecord.objects.create(
                tournament=tournament,
                match=match,
                user_id=actor.user_id,
                actor_name=actor.name,
                table=actor.at_table.table if actor.at_table else None,
                verb=verb.value,
                details=details,
                token=token,
            )
    except IntegrityError:
        refuse_repeat(token)
        raise
