"""The log in words: every record of the audit as one sentence, every verb under one kind.

Where a record's details are not what its sentence asks for (an older record, a verb of a newer
version), a shorter sentence without them is said.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.faults import Fault
from tournaments.actions.audit import Verb
from tournaments.log import (
    advancing,
    confirming,
    draws,
    event,
    jury,
    knockout,
    pairs,
    people,
    schedule,
    sheets,
    sign_ups,
)
from tournaments.log.parts import LogKind, Wording
from tournaments.models import AuditRecord
from tournaments.wording import writer_name

SUBJECTS = (
    event.WORDINGS,
    pairs.WORDINGS,
    sign_ups.WORDINGS,
    draws.WORDINGS,
    schedule.WORDINGS,
    advancing.WORDINGS,
    knockout.WORDINGS,
    sheets.WORDINGS,
    confirming.WORDINGS,
    jury.WORDINGS,
    people.WORDINGS,
)
WORDINGS: dict[Verb, Wording] = {
    verb: wording for subject in SUBJECTS for verb, wording in subject.items()
}


def sentence(record: AuditRecord) -> str:
    """What a record says, in a sentence; the match, where it has one, preloaded."""
    wording = _wording_of(record)
    who = writer_name(record.actor_name, record.table)
    if wording is None:
        return _("%(who)s did something this version has no words for: %(verb)s.") % {
            "who": who,
            "verb": record.verb,
        }
    if wording.values is not None:
        number = record.match.number if record.match else None
        try:
            return str(wording.full) % {
                "who": who,
                **wording.values(record.details, number),
            }
        except (LookupError, TypeError, ValueError, AttributeError, Fault):
            pass  # details this sentence does not know
    return str(wording.plain) % {"who": who}


def verbs_of(kind: LogKind) -> frozenset[Verb]:
    return frozenset(verb for verb, wording in WORDINGS.items() if wording.kind is kind)


def _wording_of(record: AuditRecord) -> Wording | None:
    try:
        verb = Verb(record.verb)
    except ValueError:
        return None
    if verb is Verb.CORRECT_SHEET and record.table is not None:
        # A deal taken back at a table was once told as a correction, its reason in the language of
        # the phone.
        verb = Verb.TAKE_BACK_DEAL
    return WORDINGS.get(verb)
