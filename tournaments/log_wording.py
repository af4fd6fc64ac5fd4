"""The log in words: every record of the audit as one sentence, every verb under one kind.

Where a record's details are not what its sentence asks for (an older record, a verb of a newer
version), a shorter sentence without them is said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.faults import Fault
from tournaments import log_details as of
from tournaments.actions.audit import Verb
from tournaments.log_details import Details, Text, Values
from tournaments.models import AuditRecord


class LogKind(StrEnum):
    EVENT = "event"
    PAIRS = "pairs"
    DRAW = "draw"
    SHEETS = "sheets"
    PEOPLE = "people"


KIND_LABELS: dict[LogKind, Text] = {
    LogKind.EVENT: gettext_lazy("The event and its settings"),
    LogKind.PAIRS: gettext_lazy("Pairs"),
    LogKind.DRAW: gettext_lazy("Draw and schedule"),
    LogKind.SHEETS: gettext_lazy("Score sheets"),
    LogKind.PEOPLE: gettext_lazy("People and links"),
}


@dataclass(frozen=True)
class Wording:
    """How one verb is told.

    `plain` needs nothing but who did it. `full` says it with the values that `values` takes out
    of a record's details (and its match number, None where there is none).
    """

    kind: LogKind
    plain: Text
    full: Text = ""
    values: Callable[[Details, int | None], Values] | None = None


WORDINGS: dict[Verb, Wording] = {
    Verb.MAKE_EVENT: Wording(
        LogKind.EVENT,
        gettext_lazy("%(who)s made the event."),
        gettext_lazy("%(who)s made the event: %(name)s."),
        of.event_name,
    ),
    Verb.BRING_ARCHIVE: Wording(
        LogKind.EVENT,
        gettext_lazy("%(who)s brought the archive of an event to look at."),
        gettext_lazy("%(who)s brought the archive of an event to look at: %(file)s."),
        of.brought_file,
    ),
    Verb.IMPORT_EVENT: Wording(
        LogKind.EVENT,
        gettext_lazy("%(who)s took the event from an archive."),
        gettext_lazy("%(who)s took the event from an archive: %(name)s."),
        of.event_name,
    ),
    Verb.CHANGE_SETTINGS: Wording(
        LogKind.EVENT,
        gettext_lazy("%(who)s changed the settings of the event."),
        gettext_lazy("%(who)s changed the settings of the event: %(changes)s."),
        of.settings_change,
    ),
    Verb.CHANGE_RULES: Wording(
        LogKind.EVENT,
        gettext_lazy("%(who)s changed the rules of the event."),
        gettext_lazy("%(who)s changed the rules of the event: %(changes)s."),
        of.rules_change,
    ),
    Verb.SHOW_EVENT: Wording(
        LogKind.EVENT,
        gettext_lazy("%(who)s showed the event to everybody."),
    ),
    Verb.HIDE_EVENT: Wording(
        LogKind.EVENT,
        gettext_lazy("%(who)s hid the event from everybody but its staff."),
    ),
    Verb.ADD_PAIR: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s entered a pair."),
        gettext_lazy("%(who)s entered pair %(pair)d: %(players)s."),
        of.pair,
    ),
    Verb.CHANGE_PAIR: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s changed a pair."),
        gettext_lazy("%(who)s changed pair %(pair)d: %(before)s → %(after)s."),
        of.pair_change,
    ),
    Verb.REMOVE_PAIR: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s removed a pair."),
        gettext_lazy("%(who)s removed pair %(pair)d: %(players)s."),
        of.pair,
    ),
    Verb.MARK_PAID: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s marked a pair's entry fee paid."),
        gettext_lazy("%(who)s marked the entry fee of pair %(pair)d paid."),
        of.pair_number,
    ),
    Verb.MARK_UNPAID: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s marked a pair's entry fee not paid."),
        gettext_lazy("%(who)s marked the entry fee of pair %(pair)d not paid."),
        of.pair_number,
    ),
    Verb.MARK_ALL_PRESENT: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s marked everybody present."),
        gettext_lazy("%(who)s marked everybody present: %(pairs)s."),
        of.pair_count,
    ),
    Verb.MARK_PRESENT: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s marked a pair present."),
        gettext_lazy("%(who)s marked pair %(pair)d present."),
        of.pair_number,
    ),
    Verb.MARK_ABSENT: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s marked a pair absent."),
        gettext_lazy("%(who)s marked pair %(pair)d absent."),
        of.pair_number,
    ),
    Verb.CALL_OFF_ENTRY: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s called off an entry."),
        gettext_lazy("%(who)s called off the entry of pair %(pair)d."),
        of.pair_number,
    ),
    Verb.BRING_BACK_ENTRY: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s brought back an entry that was called off."),
        gettext_lazy("%(who)s brought back the entry of pair %(pair)d."),
        of.pair_number,
    ),
    Verb.BRING_LIST: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s brought a list of entries to look at."),
        gettext_lazy("%(who)s brought a list of entries to look at: %(file)s."),
        of.brought_list,
    ),
    Verb.IMPORT_PAIRS: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s entered pairs from a list."),
        gettext_lazy("%(who)s entered pairs from a list: %(pairs)s (%(source)s)."),
        of.imported,
    ),
    Verb.SET_SIGN_UP: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s set the times of signing up."),
        gettext_lazy("%(who)s set the times of signing up: %(changes)s."),
        of.sign_up_settings,
    ),
    Verb.SIGN_UP: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s signed up."),
        gettext_lazy("%(who)s signed up, number %(sign_up)d: %(players)s."),
        of.sign_up,
    ),
    Verb.CHANGE_SIGN_UP: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s changed a sign-up."),
        gettext_lazy("%(who)s changed sign-up %(sign_up)d: %(before)s → %(after)s."),
        of.sign_up_change,
    ),
    Verb.CANCEL_SIGN_UP: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s called a sign-up off."),
        gettext_lazy("%(who)s called sign-up %(sign_up)d off: %(players)s."),
        of.sign_up,
    ),
    Verb.APPROVE_SIGN_UPS: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s approved sign-ups."),
        gettext_lazy("%(who)s approved sign-ups %(sign_ups)s: %(pairs)s."),
        of.approved_sign_ups,
    ),
    Verb.REFUSE_SIGN_UP: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s did not take a sign-up."),
        gettext_lazy("%(who)s did not take sign-up %(sign_up)d: %(players)s."),
        of.sign_up,
    ),
    Verb.REOPEN_SIGN_UP: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s let a sign-up wait again."),
        gettext_lazy("%(who)s let sign-up %(sign_up)d wait again: %(players)s."),
        of.sign_up,
    ),
    Verb.SUBSTITUTE_PLAYER: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s recorded a substitute."),
        gettext_lazy("%(who)s recorded a substitute in pair %(pair)d: %(new)s for %(old)s."),
        of.substitution,
    ),
    Verb.UNDO_SUBSTITUTION: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s took a substitute back."),
        gettext_lazy("%(who)s took a substitute back in pair %(pair)d: %(new)s for %(old)s."),
        of.substitution,
    ),
    Verb.DRAW_POOLS: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s drew pools."),
        gettext_lazy("%(who)s drew pools, draw %(draw)d: %(pools)s, seed %(seed)s."),
        of.new_draw,
    ),
    Verb.PUBLISH_DRAW: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s published a draw."),
        gettext_lazy("%(who)s published draw %(draw)d, seed %(seed)s."),
        of.draw,
    ),
    Verb.TAKE_BACK_DRAW: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s took the draw back."),
        gettext_lazy("%(who)s took back draw %(draw)d, seed %(seed)s."),
        of.draw,
    ),
    Verb.ANNUL_DRAW: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s annulled the draw."),
        gettext_lazy(
            "%(who)s annulled draw %(draw)d, seed %(seed)s, with its %(matches)s. "
            "Reason: %(reason)s"
        ),
        of.annulled_draw,
    ),
    Verb.UNDO_ANNUL_DRAW: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s let an annulled draw count again."),
        gettext_lazy("%(who)s let annulled draw %(draw)d count again, seed %(seed)s."),
        of.draw,
    ),
    Verb.PLAN_SCHEDULE: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s made the schedule anew."),
        gettext_lazy(
            "%(who)s made the schedule anew: tables %(tables)d, minutes a deal %(minutes)d."
        ),
        of.schedule,
    ),
    Verb.ADD_LATE_PAIR: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s added a late pair to a pool."),
        gettext_lazy(
            "%(who)s added pair %(pair)d to pool %(pool)s: %(matches)s new, %(moved)s moved."
        ),
        of.late_pair,
    ),
    Verb.TAKE_BACK_LATE_PAIR: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s took a late pair out of its pool."),
        gettext_lazy("%(who)s took pair %(pair)d out of pool %(pool)s, with its %(matches)s."),
        of.late_pair_back,
    ),
    Verb.MOVE_MATCH: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s moved a match."),
        gettext_lazy("%(who)s moved match %(match)d: %(moves)s."),
        of.moves,
    ),
    Verb.SWAP_MATCHES: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s let two matches change places."),
        gettext_lazy("%(who)s let matches %(match)d and %(other)d change places: %(moves)s."),
        of.swap,
    ),
    Verb.MOVE_BACK: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s moved a match back."),
        gettext_lazy("%(who)s moved match %(match)d back: %(moves)s."),
        of.moves,
    ),
    Verb.DELAY_PLAY: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s delayed a start."),
        gettext_lazy(
            "%(who)s delayed the start of %(start)s by %(minutes)d minutes: %(matches)s moved."
        ),
        of.delay,
    ),
    Verb.TAKE_BACK_DELAY: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s took a delay back."),
        gettext_lazy(
            "%(who)s took back the delay of %(start)s by %(minutes)d minutes: %(matches)s moved."
        ),
        of.undone_delay,
    ),
    Verb.CALL_MATCH: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s called a match to its table."),
        gettext_lazy("%(who)s called match %(match)d to table %(table)d."),
        of.call,
    ),
    Verb.TAKE_BACK_CALL: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s took a call back."),
        gettext_lazy("%(who)s took back the call of match %(match)d to table %(table)d."),
        of.call,
    ),
    Verb.WRITE_SHEET: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s wrote to a score sheet."),
        gettext_lazy("%(who)s wrote the sheet of match %(match)d, %(lines)s."),
        of.sheet,
    ),
    Verb.CORRECT_SHEET: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s corrected a score sheet."),
        gettext_lazy(
            "%(who)s corrected the sheet of match %(match)d, %(lines)s. Reason: %(reason)s"
        ),
        of.correction,
    ),
    Verb.WITHDRAW_PAIR: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s withdrew a pair."),
        gettext_lazy("%(who)s withdrew pair %(pair)d. Reason: %(reason)s"),
        of.withdrawal,
    ),
    Verb.UNDO_WITHDRAWAL: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s let a withdrawn pair back in."),
        gettext_lazy("%(who)s let withdrawn pair %(pair)d back in. Reason: %(reason)s"),
        of.withdrawal,
    ),
    Verb.ANNUL_MATCH: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s annulled a match."),
        gettext_lazy("%(who)s annulled match %(match)d. Reason: %(reason)s"),
        of.annulling,
    ),
    Verb.UNDO_ANNULLING: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s let an annulled match count again."),
        gettext_lazy("%(who)s let annulled match %(match)d count again. Reason: %(reason)s"),
        of.annulling,
    ),
    Verb.ENTER_RESULT: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s entered a result without its sheet."),
        gettext_lazy(
            "%(who)s entered the result of match %(match)d without its sheet: "
            "A %(a)d, B %(b)d, winner %(winner)s."
        ),
        of.result,
    ),
    Verb.BRING_SHEETS: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s brought a workbook of filled score sheets to look at."),
        gettext_lazy("%(who)s brought a workbook of filled score sheets to look at: %(file)s."),
        of.brought_file,
    ),
    Verb.TAKE_SHEETS: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s took score sheets from a workbook."),
        gettext_lazy("%(who)s took score sheets from a workbook: %(sheets)s (%(source)s)."),
        of.taken_sheets,
    ),
    Verb.SET_SEATS: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s changed the seats of a match."),
        gettext_lazy("%(who)s changed the seats of match %(match)d: %(before)s → %(after)s."),
        of.seats,
    ),
    Verb.REBUILD_OUTCOME: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s worked out the result of a match anew from its sheet."),
    ),
    Verb.RECORD_RULING: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s recorded a ruling."),
        gettext_lazy(
            "%(who)s recorded a ruling on the sheet of match %(match)d, %(lines)s. "
            "Ruled by: %(ruled_by)s."
        ),
        of.ruling,
    ),
    Verb.NAME_JURY: Wording(
        LogKind.EVENT,
        gettext_lazy("%(who)s named the jury."),
        gettext_lazy("%(who)s named the jury: %(jury)s."),
        of.jury,
    ),
    Verb.RECORD_DECISION: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s recorded a decision of the jury."),
        gettext_lazy(
            "%(who)s recorded decision %(decision)d of the jury: %(what)s. Reason: %(reason)s"
        ),
        of.decision,
    ),
    Verb.UNDO_DECISION: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s undid a decision of the jury."),
        gettext_lazy("%(who)s undid decision %(decision)d of the jury. Reason: %(reason)s"),
        of.undone_decision,
    ),
    Verb.MAKE_FIRST_ORGANISER: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s made the first account of the site."),
    ),
    Verb.INVITE: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s made an invitation."),
        gettext_lazy("%(who)s made an invitation %(role)s: %(person)s."),
        of.invitation,
    ),
    Verb.ACCEPT_INVITATION: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s accepted an invitation."),
        gettext_lazy("%(who)s accepted an invitation %(role)s, made by: %(inviter)s."),
        of.acceptance,
    ),
    Verb.WITHDRAW_LINK: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s withdrew a link."),
        gettext_lazy("%(who)s withdrew %(link)s: %(person)s."),
        of.link,
    ),
    Verb.REMOVE_FROM_STAFF: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s removed somebody from the staff."),
        gettext_lazy("%(who)s removed from the staff: %(person)s (%(roles)s)."),
        of.member,
    ),
    Verb.MAKE_PASSWORD_LINK: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s made a new-password link."),
        gettext_lazy("%(who)s made a new-password link: %(person)s."),
        of.person,
    ),
    Verb.SET_NEW_PASSWORD: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s chose a new password by a link."),
        gettext_lazy("%(who)s chose a new password by a link, made by: %(maker)s."),
        of.password_maker,
    ),
    Verb.CHANGE_OWN_PASSWORD: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s changed the own password."),
    ),
    Verb.GRANT_EVENT_MAKING: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s let somebody make events."),
        gettext_lazy("%(who)s let make events: %(person)s."),
        of.person,
    ),
    Verb.TAKE_EVENT_MAKING: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s took the right to make events away."),
        gettext_lazy("%(who)s took the right to make events away: %(person)s."),
        of.person,
    ),
    Verb.GRANT_SITE_ADMIN: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s made somebody the site's admin."),
        gettext_lazy("%(who)s made admin of the site: %(person)s."),
        of.person,
    ),
    Verb.TAKE_SITE_ADMIN: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s took a site admin's right away."),
        gettext_lazy("%(who)s took the right of a site's admin away: %(person)s."),
        of.person,
    ),
}


def sentence(record: AuditRecord) -> str:
    """What a record says, in a sentence; the match, where it has one, preloaded."""
    wording = _wording_of(record)
    if wording is None:
        return _("%(who)s did something this version has no words for: %(verb)s.") % {
            "who": record.actor_name,
            "verb": record.verb,
        }
    if wording.values is not None:
        number = record.match.number if record.match else None
        try:
            return str(wording.full) % {
                "who": record.actor_name,
                **wording.values(record.details, number),
            }
        except (LookupError, TypeError, ValueError, AttributeError, Fault):
            pass  # details this sentence does not know
    return str(wording.plain) % {"who": record.actor_name}


def verbs_of(kind: LogKind) -> frozenset[Verb]:
    return frozenset(verb for verb, wording in WORDINGS.items() if wording.kind is kind)


def _wording_of(record: AuditRecord) -> Wording | None:
    try:
        return WORDINGS.get(Verb(record.verb))
    except ValueError:
        return None
