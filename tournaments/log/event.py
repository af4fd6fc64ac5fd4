"""The event and its settings in the log."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from scoring.ruleset import Ruleset
from tournaments.actions.audit import Verb
from tournaments.log.parts import Details, LogKind, Text, Values, Wording, brought_file, short
from tournaments.models import Course
from tournaments.money import money
from tournaments.rules_wording import RULES


def event_name(details: Details, match: int | None) -> Values:
    return {"name": short(details["name"])}


SETTINGS: dict[str, Text] = {
    "name": gettext_lazy("name"),
    "place": gettext_lazy("place"),
    "table_count": gettext_lazy("number of tables"),
    "minutes_per_deal": gettext_lazy("minutes a deal"),
    "entry_fee_cents": gettext_lazy("entry fee"),
    "course": gettext_lazy("what the event is made of"),
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
        elif key == "course":
            was, now = (Course(each[key]).label for each in (before, after))
            changes.append(f"{label} {was} → {now}")
        else:
            changes.append(f"{label} {short(str(before[key]))} → {short(str(after[key]))}")
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


WORDINGS: dict[Verb, Wording] = {
    Verb.MAKE_EVENT: Wording(
        LogKind.EVENT,
        gettext_lazy("%(who)s made the event."),
        gettext_lazy("%(who)s made the event: %(name)s."),
        event_name,
    ),
    Verb.BRING_ARCHIVE: Wording(
        LogKind.EVENT,
        gettext_lazy("%(who)s brought the archive of an event to look at."),
        gettext_lazy("%(who)s brought the archive of an event to look at: %(file)s."),
        brought_file,
    ),
    Verb.IMPORT_EVENT: Wording(
        LogKind.EVENT,
        gettext_lazy("%(who)s took the event from an archive."),
        gettext_lazy("%(who)s took the event from an archive: %(name)s."),
        event_name,
    ),
    Verb.CHANGE_SETTINGS: Wording(
        LogKind.EVENT,
        gettext_lazy("%(who)s changed the settings of the event."),
        gettext_lazy("%(who)s changed the settings of the event: %(changes)s."),
        settings_change,
    ),
    Verb.CHANGE_RULES: Wording(
        LogKind.EVENT,
        gettext_lazy("%(who)s changed the rules of the event."),
        gettext_lazy("%(who)s changed the rules of the event: %(changes)s."),
        rules_change,
    ),
    Verb.SHOW_EVENT: Wording(
        LogKind.EVENT,
        gettext_lazy("%(who)s showed the event to everybody."),
    ),
    Verb.HIDE_EVENT: Wording(
        LogKind.EVENT,
        gettext_lazy("%(who)s hid the event from everybody but its staff."),
    ),
}
