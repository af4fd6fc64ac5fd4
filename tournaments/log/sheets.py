"""Score sheets in the log: their lines, rulings, seats, annulled matches."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.deals import TRICKS_IN_DEAL
from scoring.entries import (
    AwardEntry,
    CutShort,
    DealEntry,
    Entry,
    PenaltyEntry,
    ResultEntry,
    Tricks,
)
from scoring.records import read_entry
from tournaments.actions.audit import Verb
from tournaments.codes_in_words import OFFENCES
from tournaments.jury_wording import reason_words
from tournaments.log.parts import Details, LogKind, Values, Wording, brought_file, short, whole

MOST_LINES = 3
"""A write of more lines of a sheet than this is told by their number."""


def taken_sheets(details: Details, match: int | None) -> Values:
    count = len(details["sheets"])
    return {
        "sheets": ngettext("%(count)d sheet", "%(count)d sheets", count) % {"count": count},
        "source": short(details["source"]),
    }


def sheet(details: Details, match: int | None) -> Values:
    return {"match": whole(match), "lines": _lines(whole(details["first"]), details["added"])}


def correction(details: Details, match: int | None) -> Values:
    deal = details.get("replayed_deal")
    reason = reason_words(short(details["reason"]), None if deal is None else whole(deal))
    return {**sheet(details, match), "reason": reason}


def taken_back(details: Details, match: int | None) -> Values:
    return {"match": whole(match), "line": whole(details["first"])}


def annulling(details: Details, match: int | None) -> Values:
    return {"match": whole(match), "reason": short(details["reason"])}


def result(details: Details, match: int | None) -> Values:
    entry = read_entry(details["added"][0])
    if not isinstance(entry, ResultEntry):
        raise TypeError("not a result")
    return {
        "match": whole(match),
        "a": entry.total_a,
        "b": entry.total_b,
        "winner": entry.winner.value,
    }


def seats(details: Details, match: int | None) -> Values:
    return {
        "match": whole(match),
        "before": _seats(details["before"]),
        "after": _seats(details["after"]),
    }


def _seats(told: object) -> str:
    """Who sits left of A1 and who deals first, by the codes of their seats; a dash for nobody."""
    if told is None:
        return "–"
    if not isinstance(told, list):
        raise TypeError("not a list")
    left, dealer = told
    return _("left of A1 sits %(left)s, first dealer %(dealer)s") % {
        "left": short(left),
        "dealer": short(dealer),
    }


def ruling(details: Details, match: int | None) -> Values:
    return {**sheet(details, match), "ruled_by": short(details["ruled_by"])}


def _lines(first: int, records: list[object]) -> str:
    """Which lines of a sheet were written, a few of them in words."""
    if not records:
        return _("struck from line %(first)d on") % {"first": first}
    if len(records) == 1:
        where = _("line %(first)d") % {"first": first}
    else:
        where = _("lines %(first)d–%(last)d") % {
            "first": first,
            "last": first + len(records) - 1,
        }
    if len(records) > MOST_LINES:
        return where
    return f"{where}: " + "; ".join(_line(read_entry(record)) for record in records)


def _line(entry: Entry) -> str:
    match entry:
        case DealEntry():
            return _deal(entry)
        case PenaltyEntry(offence=offence, against=against):
            return _("28 against %(pair)s, %(offence)s") % {
                "pair": against.value,
                "offence": OFFENCES[offence.value],
            }
        case AwardEntry(to=to, reason=reason):
            return _("the match to %(pair)s, %(offence)s") % {
                "pair": to.value,
                "offence": OFFENCES[reason.value],
            }
    return _("only the result, A %(a)d and B %(b)d") % {"a": entry.total_a, "b": entry.total_b}


def _deal(entry: DealEntry) -> str:
    game = entry.game.value.upper()
    if entry.declarer:
        game = _("RAMI by %(pair)s") % {"pair": entry.declarer.value}
    match entry.outcome:
        case Tricks(tricks_a=tricks):
            return _("%(game)s, tricks A %(a)d and B %(b)d") % {
                "game": game,
                "a": tricks,
                "b": TRICKS_IN_DEAL - tricks,
            }
        case CutShort(winner=winner):
            return _("%(game)s, %(pair)s fell") % {"game": game, "pair": winner.other.value}
    return _("%(game)s, a ruling against %(pair)s, %(offence)s") % {
        "game": game,
        "pair": entry.outcome.against.value,
        "offence": OFFENCES[entry.outcome.offence.value],
    }


WORDINGS: dict[Verb, Wording] = {
    Verb.WRITE_SHEET: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s wrote to a score sheet."),
        gettext_lazy("%(who)s wrote the sheet of match %(match)d, %(lines)s."),
        sheet,
    ),
    Verb.CORRECT_SHEET: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s corrected a score sheet."),
        gettext_lazy(
            "%(who)s corrected the sheet of match %(match)d, %(lines)s. Reason: %(reason)s"
        ),
        correction,
    ),
    Verb.TAKE_BACK_DEAL: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s took back the deal written last."),
        gettext_lazy(
            "%(who)s took back the deal written last in match %(match)d, line %(line)d of its "
            "sheet."
        ),
        taken_back,
    ),
    Verb.ANNUL_MATCH: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s annulled a match."),
        gettext_lazy("%(who)s annulled match %(match)d. Reason: %(reason)s"),
        annulling,
    ),
    Verb.UNDO_ANNULLING: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s let an annulled match count again."),
        gettext_lazy("%(who)s let annulled match %(match)d count again. Reason: %(reason)s"),
        annulling,
    ),
    Verb.ENTER_RESULT: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s entered a result without its sheet."),
        gettext_lazy(
            "%(who)s entered the result of match %(match)d without its sheet: "
            "A %(a)d, B %(b)d, winner %(winner)s."
        ),
        result,
    ),
    Verb.BRING_SHEETS: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s brought a workbook of filled score sheets to look at."),
        gettext_lazy("%(who)s brought a workbook of filled score sheets to look at: %(file)s."),
        brought_file,
    ),
    Verb.TAKE_SHEETS: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s took score sheets from a workbook."),
        gettext_lazy("%(who)s took score sheets from a workbook: %(sheets)s (%(source)s)."),
        taken_sheets,
    ),
    Verb.SET_SEATS: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s changed the seats of a match."),
        gettext_lazy("%(who)s changed the seats of match %(match)d: %(before)s → %(after)s."),
        seats,
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
        ruling,
    ),
}
