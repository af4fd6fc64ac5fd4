"""Every field of everything that belongs to an event is in its archive, or here with the reason
why not. A field that comes later belongs into `tournaments.archive`, or into this list."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from scoring.withdrawal import Choice
from tests.builders import make_event_maker
from tests.tournaments.archive.evenings import go_on
from tests.tournaments.archive.mornings import make_morning
from tests.tournaments.exports.eventful import give_points
from tournaments.actions.jury import decide_other
from tournaments.archive.writing import archive_value
from tournaments.models import (
    Club,
    ImportDraft,
    Membership,
    OneTimeLink,
    Player,
    Ruling,
    SheetRevision,
    TableLink,
    Tournament,
    User,
    Withdrawal,
    WrongTry,
)
from tournaments.permissions import actor_of

NOT_OF_AN_EVENT: dict[type[models.Model], str] = {
    User: "accounts are the site's",
    Membership: "what an account may do here",
    OneTimeLink: "lets an account in here",
    Player: "who somebody is on this site; the event has names, and tells people apart",
    Club: "which club it is on this site; the event has names",
    ImportDraft: "between an upload and its confirmation",
    TableLink: "which links of tables open this site; all are others on another one",
    WrongTry: "wrong links and codes, kept against guessing them here",
}
"""Tables of which no archive holds a row, and why."""

ACCOUNT = "an account; the name beside it is in the archive"
DERIVED = "follows from what is in the archive"
LEFT_OUT = {
    "AuditRecord.user": ACCOUNT,
    "AuditRecord.token": "of a form on a page of this site",
    "Bracket.annulled_by": ACCOUNT,
    "Bracket.drawn_by": ACCOUNT,
    "Confirmation.made_by": ACCOUNT,
    "Draw.annulled_by": ACCOUNT,
    "Draw.drawn_by": ACCOUNT,
    "JuryDecision.made_by": ACCOUNT,
    "JuryDecision.undone_by": ACCOUNT,
    "LockedField.locked_by": ACCOUNT,
    "LockedField.undone_by": ACCOUNT,
    "Lot.made_by": ACCOUNT,
    "Lot.undone_by": ACCOUNT,
    "Match.link_renewed": "of a link to this site, which is another on another one",
    "Match.revision": DERIVED,
    "Pair.code_renewed": "of a code made from this site's key",
    "PairPlayer.club": DERIVED,
    "PairPlayer.sort_key": DERIVED,
    "RefereeCall.answered_by": ACCOUNT,
    "RefereeCall.coming_by": ACCOUNT,
    "SheetRevision.corrects": DERIVED,
    "SheetRevision.made_by": ACCOUNT,
    "SignUp.decided_by": ACCOUNT,
    "SignUp.digest": "of a private link: a secret, and the link is one to this site",
    "SignUp.source_digest": "of the address that somebody signed up from, against floods of them",
    "Substitution.in_club": DERIVED,
    "Substitution.made_by": ACCOUNT,
    "Substitution.out_club": DERIVED,
    "Substitution.undone_by": ACCOUNT,
    "Tournament.access_key": "the secret that all links and codes of this site are made from",
    "Withdrawal.made_by": ACCOUNT,
    "Withdrawal.undone_by": ACCOUNT,
}
"""Fields that no archive holds, and why."""

HANGS_ON = {
    "Confirmation.match",
    "LedgerEntry.match",
    "PairPlayer.pair",
    "PairPlayer.seat",
    "PoolPlace.position",
    "PoolPlace.pool",
    "Ruling.entry",
    "SheetRevision.match",
}
"""Fields that say where a row belongs, besides `tournament`: its place in the archive says it."""


@pytest.fixture
def tournament(db: None) -> Tournament:
    """An event with a row in every table that belongs to one."""
    organiser = make_event_maker()
    tournament = make_morning(organiser)
    match = tournament.matches.live().order_by("number")[1]
    give_points(organiser, match, "A", -8)
    decide_other(
        actor=actor_of(organiser), tournament=tournament, match_number=match.number, reason="Quiet"
    )
    tournament.decisions.update(undone_at=timezone.now())
    go_on(organiser, tournament)
    Withdrawal.objects.create(
        tournament=tournament,
        pair=tournament.pairs.get(number=5),
        pair_number=5,
        choice=Choice.ANNUL,
        reason="left",
        made_by_name="Olli",
        undone_at=timezone.now(),
    )
    return tournament


def fields_of_an_event() -> Iterator[tuple[str, type[models.Model], models.Field[Any, Any]]]:
    for model in apps.get_app_config("tournaments").get_models():
        if model not in NOT_OF_AN_EVENT:
            for field in model._meta.concrete_fields:
                name = f"{model.__name__}.{field.name}"
                if not field.primary_key and field.name != "tournament" and name not in HANGS_ON:
                    yield name, model, field


def others(row: models.Model, field: models.Field[Any, Any]) -> list[object]:
    """What else than a row has in a field the column would keep: every code, or anything."""
    if field.choices:
        was = getattr(row, field.attname)
        return [code for code, _label in reversed(field.choices) if code != was]
    return [another(row, field)]


def another(row: models.Model, field: models.Field[Any, Any]) -> object:
    was = getattr(row, field.attname)
    if isinstance(field, models.ForeignKey):
        return another_key(row, field, was)
    match field:
        case models.BooleanField():
            return not was
        case models.JSONField():
            return [*was, 99] if isinstance(was, list) else {**was, "another": 1}
        case models.DateTimeField():
            return (was or datetime.fromisoformat("2026-11-28T09:00:00+00:00")) + timedelta(hours=1)
        case models.DateField():
            return was + timedelta(days=9)
        case models.TimeField():
            moved = datetime.combine(date(2026, 1, 1), was) + timedelta(minutes=1)
            return time(moved.hour, moved.minute)
        case models.IntegerField():
            return (was or 0) + 1
        case models.UUIDField():
            return "1" * 32
    return f"{was}x"[-field.max_length :] if field.max_length else f"{was}x"


def another_key(row: models.Model, field: models.Field[Any, Any], was: object) -> object:
    """The key of another row that the field could name: of somebody told apart in the event where
    it names a player, of the same sheet where it names a revision."""
    others = field.related_model._default_manager.exclude(pk=was)
    if field.related_model is Player:
        others = others.filter(appearances=None)
    elif field.related_model is SheetRevision:
        others = others.filter(match=(row.entry if isinstance(row, Ruling) else row).match)
    return others.order_by("pk").values_list("pk", flat=True).last()


def is_in_the_archive(
    tournament: Tournament, before: object, model: type[models.Model], field: models.Field[Any, Any]
) -> bool:
    """Whether the archive says something else than before once a row has something else in the
    field; of few rows that make no difference, no more are asked."""
    without_difference = 0
    rows = model._default_manager.order_by("pk")
    for row, other in ((each, other) for each in rows for other in others(each, field)):
        # A row that the database would not keep so is passed over: another one tells.
        with suppress(IntegrityError), transaction.atomic():
            model._default_manager.filter(pk=row.pk).update(**{field.attname: other})
            changed = Tournament.objects.get(pk=tournament.pk)
            is_told = archive_value(changed, contacts=True) != before
            transaction.set_rollback(True)
            if is_told:
                return True
            without_difference += 1
        if without_difference == 4:
            break
    return False


def test_every_field_of_an_event_is_in_its_archive_or_left_out_for_a_reason(
    tournament: Tournament,
) -> None:
    names = {name for name, _model, _field in fields_of_an_event()}
    assert LEFT_OUT.keys() <= names
    for name, model, _field in fields_of_an_event():
        assert model._default_manager.exists(), f"the event needs a row for {name}"
    before = archive_value(tournament, contacts=True)
    found = {
        name
        for name, model, field in fields_of_an_event()
        if is_in_the_archive(tournament, before, model, field)
    }
    assert names - found - LEFT_OUT.keys() == set(), "neither in the archive nor left out"
    assert found & LEFT_OUT.keys() == set(), "in the archive, against the list"
