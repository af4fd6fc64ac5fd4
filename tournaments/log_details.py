"""What the records of the log keep, as the values their sentences are filled in with.

Each function takes a record's details and the number of its match (None where it has none). One
raises KeyError, TypeError, ValueError or Fault where the details are not what it asks for.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
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
from scoring.ruleset import Ruleset
from tournaments.codes_in_words import OFFENCES
from tournaments.jury_wording import decision_words, members_text, reason_words, subject_words
from tournaments.models import OneTimeLink, Role
from tournaments.money import money
from tournaments.rules_wording import RULES

LONGEST_TEXT = 120
MOST_LINES = 3
"""A write of more lines of a sheet than this is told by their number."""

Details = Mapping[str, Any]
Values = Mapping[str, object]
Text = str | Promise


def _short(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value if len(value) <= LONGEST_TEXT else value[: LONGEST_TEXT - 1] + "…"


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("not a number")
    return value


def _player_name(player: list[str]) -> str:
    name, club = player
    return f"{_short(name)} ({_short(club)})" if club else _short(name)


def _pair_name(players: list[list[str]]) -> str:
    """Both names with their clubs: Maija Aho (Kemi) – Eero Niemi."""
    first, second = players
    return f"{_player_name(first)} – {_player_name(second)}"


def pair(details: Details, match: int | None) -> Values:
    return {"pair": _whole(details["pair"]), "players": _pair_name(details["players"])}


def pair_number(details: Details, match: int | None) -> Values:
    return {"pair": _whole(details["pair"])}


def pair_change(details: Details, match: int | None) -> Values:
    return {
        "pair": _whole(details["pair"]),
        "before": _pair_name(details["before"]),
        "after": _pair_name(details["after"]),
    }


SETTINGS: dict[str, Text] = {
    "name": gettext_lazy("name"),
    "place": gettext_lazy("place"),
    "table_count": gettext_lazy("number of tables"),
    "minutes_per_deal": gettext_lazy("minutes a deal"),
    "entry_fee_cents": gettext_lazy("entry fee"),
    "days": gettext_lazy("days of play"),
}


def settings_change(details: Details, match: int | None) -> Values:
    before, after = details["before"], details["after"]
    changes = []
    for key, label in SETTINGS.items():
        if before.get(key) == after.get(key) or key not in before:
            continue
        if key == "days":
            changes.append(str(label))
        elif key == "entry_fee_cents":
            changes.append(f"{label} {money(before[key])} → {money(after[key])}")
        else:
            changes.append(f"{label} {_short(str(before[key]))} → {_short(str(after[key]))}")
    if not changes:
        raise ValueError("nothing changed")
    return {"changes": ", ".join(changes)}


def rules_change(details: Details, match: int | None) -> Values:
    before, after = (Ruleset.from_record(details[when]) for when in ("before", "after"))
    changes = [
        f"{wording.label}: {wording.value_words(getattr(before, name))}"
        f" → {wording.value_words(getattr(after, name))}"
        for name, wording in RULES.items()
        if getattr(before, name) != getattr(after, name)
    ]
    return {"changes": "; ".join(changes)}


def substitution(details: Details, match: int | None) -> Values:
    return {
        "pair": _whole(details["pair"]),
        "new": _player_name(details["substitute"]),
        "old": _player_name(details["out"]),
    }


def pair_count(details: Details, match: int | None) -> Values:
    count = len(details["pairs"])
    return {"pairs": ngettext("%(count)d pair", "%(count)d pairs", count) % {"count": count}}


def brought_list(details: Details, match: int | None) -> Values:
    return {"file": _("pasted rows") if details["pasted"] else _short(details["file_name"])}


def brought_file(details: Details, match: int | None) -> Values:
    return {"file": _short(details["file_name"])}


def imported(details: Details, match: int | None) -> Values:
    count = len(details["pairs"])
    return {
        "pairs": ngettext("%(count)d pair", "%(count)d pairs", count) % {"count": count},
        "source": _short(details["source"]),
    }


def taken_sheets(details: Details, match: int | None) -> Values:
    count = len(details["sheets"])
    return {
        "sheets": ngettext("%(count)d sheet", "%(count)d sheets", count) % {"count": count},
        "source": _short(details["source"]),
    }


def sign_up(details: Details, match: int | None) -> Values:
    return {
        "sign_up": _whole(details["sign_up"]),
        "players": _pair_name(details["players"]),
    }


def sign_up_change(details: Details, match: int | None) -> Values:
    return {
        "sign_up": _whole(details["sign_up"]),
        "before": _pair_name(details["before"]),
        "after": _pair_name(details["after"]),
    }


def approved_sign_ups(details: Details, match: int | None) -> Values:
    count = len(details["pairs"])
    return {
        "sign_ups": ", ".join(str(_whole(number)) for number in details["sign_ups"]),
        "pairs": ngettext("%(count)d pair", "%(count)d pairs", count) % {"count": count},
    }


def sign_up_settings(details: Details, match: int | None) -> Values:
    """What holds now; None stands for closed, until the draw, no limit."""
    after = details["after"]
    opens, closes, limit = after["opens_at"], after["closes_at"], after["limit"]
    if opens is None:
        return {"changes": _("closed")}
    said = [_("opens %(time)s") % {"time": _moment(opens)}]
    if closes:
        said.append(_("closes %(time)s") % {"time": _moment(closes)})
    if limit is not None:
        said.append(_("%(limit)d pairs at most") % {"limit": _whole(limit)})
    return {"changes": ", ".join(said)}


def _moment(value: object) -> str:
    """A moment of the audit in local time."""
    if not isinstance(value, str):
        raise TypeError("not a moment")
    return date_format(timezone.localtime(datetime.fromisoformat(value)), "j.n.Y H.i")


def draw(details: Details, match: int | None) -> Values:
    return {"draw": _whole(details["draw"]), "seed": _short(details["seed"])}


def new_draw(details: Details, match: int | None) -> Values:
    count = _whole(details["pool_count"])
    return {
        **draw(details, match),
        "pools": ngettext("%(count)d pool", "%(count)d pools", count) % {"count": count},
    }


def annulled_draw(details: Details, match: int | None) -> Values:
    count = _whole(details["match_count"])
    return {
        **draw(details, match),
        "matches": _matches(count),
        "reason": _short(details["reason"]),
    }


def schedule(details: Details, match: int | None) -> Values:
    return {
        "tables": _whole(details["table_count"]),
        "minutes": _whole(details["minutes_per_deal"]),
    }


def moves(details: Details, match: int | None) -> Values:
    return {
        "match": _whole(details["number"]),
        "moves": "; ".join(_move(move) for move in details["moves"]),
    }


def swap(details: Details, match: int | None) -> Values:
    return {**moves(details, match), "other": _whole(details["other"])}


def _move(move: Mapping[str, Any]) -> str:
    return "{} → {}".format(*(_place(*move[key][:2]) for key in ("before", "after")))


def _place(starts_at: str, table: int) -> str:
    return _("%(time)s table %(table)d") % {"time": _when(starts_at), "table": _whole(table)}


def _when(at: str) -> str:
    return date_format(timezone.localtime(datetime.fromisoformat(at)), "D H.i")


def late_pair(details: Details, match: int | None) -> Values:
    return {
        "pair": _whole(details["pair"]),
        "pool": _short(details["pool"]),
        "matches": _matches(len(details["added"])),
        "moved": _matches(len(details["moves"])),
    }


def late_pair_back(details: Details, match: int | None) -> Values:
    return {
        "pair": _whole(details["pair"]),
        "pool": _short(details["pool"]),
        "matches": _matches(len(details["matches"])),
    }


def _matches(count: int) -> str:
    return ngettext("%(count)d match", "%(count)d matches", count) % {"count": count}


def delay(details: Details, match: int | None) -> Values:
    return _delay(details, sum(len(each["matches"]) for each in details["delays"]))


def undone_delay(details: Details, match: int | None) -> Values:
    return _delay(details, len(details["matches"]))


def _delay(details: Details, count: int) -> Values:
    return {
        "start": _when(details["start"]),
        "minutes": _whole(details["minutes"]),
        "matches": _matches(count),
    }


def call(details: Details, match: int | None) -> Values:
    return {"match": _whole(details["number"]), "table": _whole(details["table"])}


def sheet(details: Details, match: int | None) -> Values:
    return {"match": _whole(match), "lines": _lines(_whole(details["first"]), details["added"])}


def correction(details: Details, match: int | None) -> Values:
    deal = details.get("replayed_deal")
    reason = reason_words(_short(details["reason"]), None if deal is None else _whole(deal))
    return {**sheet(details, match), "reason": reason}


def withdrawal(details: Details, match: int | None) -> Values:
    return {"pair": _whole(details["pair"]), "reason": _short(details["reason"])}


def annulling(details: Details, match: int | None) -> Values:
    return {"match": _whole(match), "reason": _short(details["reason"])}


def result(details: Details, match: int | None) -> Values:
    entry = read_entry(details["added"][0])
    if not isinstance(entry, ResultEntry):
        raise TypeError("not a result")
    return {
        "match": _whole(match),
        "a": entry.total_a,
        "b": entry.total_b,
        "winner": entry.winner.value,
    }


def seats(details: Details, match: int | None) -> Values:
    return {
        "match": _whole(match),
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
        "left": _short(left),
        "dealer": _short(dealer),
    }


def ruling(details: Details, match: int | None) -> Values:
    return {**sheet(details, match), "ruled_by": _short(details["ruled_by"])}


def jury(details: Details, match: int | None) -> Values:
    return {"jury": _short(members_text(details["after"]) or _("nobody"))}


def decision(details: Details, match: int | None) -> Values:
    words = decision_words(details["kind"], points=details["points"], deal=details["deal"])
    names, about = details["subject"], details["subject_match"]
    if not isinstance(names, list):
        raise TypeError("not a list")
    subject = subject_words(
        [_short(name) for name in names], None if about is None else _whole(about)
    )
    return {
        "decision": _whole(details["decision"]),
        "what": f"{words}, {subject}" if subject else words,
        "reason": _short(details["reason"]),
    }


def undone_decision(details: Details, match: int | None) -> Values:
    return {"decision": _whole(details["decision"]), "reason": _short(details["reason"])}


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


def _role(code: str) -> str:
    """A role as it is said inside a sentence."""
    match code:
        case Role.ORGANISER:
            return _("as organiser")
        case Role.REFEREE:
            return _("as referee")
        case "event_maker":
            return _("to make events")
    raise ValueError("no role")


def invitation(details: Details, match: int | None) -> Values:
    return {"person": _short(details["person"]), "role": _role(details["role"])}


def acceptance(details: Details, match: int | None) -> Values:
    return {"role": _role(details["role"]), "inviter": _short(details["invited_by"])}


def person(details: Details, match: int | None) -> Values:
    return {"person": _short(details["person"])}


def member(details: Details, match: int | None) -> Values:
    roles = [str(Role(role).label) for role in details["roles"]]
    return {**person(details, match), "roles": ", ".join(roles).lower()}


LINKS: dict[str, Text] = {
    OneTimeLink.Purpose.INVITATION: gettext_lazy("an invitation"),
    OneTimeLink.Purpose.EVENT_MAKER: gettext_lazy("an invitation to make events"),
    OneTimeLink.Purpose.NEW_PASSWORD: gettext_lazy("a new-password link"),
}


def link(details: Details, match: int | None) -> Values:
    return {**person(details, match), "link": LINKS[details["purpose"]]}


def password_maker(details: Details, match: int | None) -> Values:
    return {"maker": _short(details["made_by"])}


def event_name(details: Details, match: int | None) -> Values:
    return {"name": _short(details["name"])}
