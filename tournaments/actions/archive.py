"""Taking the archive of an event: whole or not at all, as it was, under names and no accounts."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID, uuid4

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb, record, refuse_repeat
from tournaments.actions.events import RESERVED_SLUGS
from tournaments.actions.people import clubs_by_name, players_by_name
from tournaments.actions.refusals import Refused
from tournaments.archive.checks import check_archive
from tournaments.archive.faults import ArchiveFault, FaultCode
from tournaments.archive.rows import write_event
from tournaments.archive.text import SEAL, Value, read_bytes, to_bytes
from tournaments.archive.writing import archive_value
from tournaments.models import ImportDraft, Membership, Role, Tournament
from tournaments.permissions import Act, Actor, require

DRAFT_LIVES = timedelta(days=1)
MAX_DRAFTS = 3
"""How many archives are kept for a user between upload and confirmation; the eldest go first."""


def read_archive(content: bytes) -> Value:
    """What an archive's file holds, found sound as a whole. Raises ArchiveFault."""
    value = read_bytes(content)
    check_archive(value)
    return value


def keep_archive(*, actor: Actor, content: bytes, file_name: str = "") -> ImportDraft:
    """Keeps an archive's file until it is confirmed; nothing is taken from it yet.

    Raises ArchiveFault for a file that could not be taken. Archives that the actor brought over a
    day ago are removed.
    """
    require(actor, Act.MAKE_EVENTS)
    if actor.user_id is None:
        raise PermissionDenied(Act.MAKE_EVENTS.value)
    value = read_archive(content)
    with transaction.atomic():
        drafts = ImportDraft.objects.filter(tournament=None, user=actor.user_id)
        drafts.filter(made_at__lt=timezone.now() - DRAFT_LIVES).delete()
        kept = list(drafts.order_by("-pk").values_list("pk", flat=True))
        drafts.filter(pk__in=kept[MAX_DRAFTS - 1 :]).delete()
        draft = ImportDraft.objects.create(
            user_id=actor.user_id,
            token=uuid4(),
            file_name=file_name[:200],
            content=content,
            pasted=False,
        )
        record(
            actor=actor,
            verb=Verb.BRING_ARCHIVE,
            tournament=None,
            file_name=draft.file_name,
            sha256=value[SEAL],
            size=len(content),
        )
    return draft


def import_event(
    *, actor: Actor, value: Value, slug: str = "", token: UUID | None = None
) -> Tournament:
    """The event of an archive that `read_archive` gave, under `slug` or the address it had.

    Whoever takes it, signed in, is its organiser. Raises Refused where the address is taken or is
    none, AlreadyDone, and ArchiveFault where the rows would not give the same archive again.
    Nothing is kept then.
    """
    require(actor, Act.MAKE_EVENTS)
    slug = slug or value["event"]["slug"]
    _refuse_unfit_address(slug)
    taken = Refused(
        _(
            "There is an event at the address %(slug)s already. Nothing was taken. "
            "Give another address for the one in the archive."
        )
        % {"slug": slug},
        field="slug",
    )
    try:
        with transaction.atomic():
            refuse_repeat(token)
            if slug in RESERVED_SLUGS or Tournament.objects.filter(slug=slug).exists():
                raise taken
            tournament = _write(value, slug)
            _refuse_difference(value, tournament)
            if actor.user_id is not None:
                Membership.objects.create(
                    tournament=tournament, user_id=actor.user_id, role=Role.ORGANISER
                )
            record(
                actor=actor,
                verb=Verb.IMPORT_EVENT,
                tournament=tournament,
                token=token,
                name=tournament.name,
                slug=slug,
                sha256=value[SEAL],
            )
    except IntegrityError:
        if Tournament.objects.filter(slug=slug).exists():
            raise taken from None  # by another process, just now
        raise ArchiveFault(FaultCode.NOT_KEPT) from None
    except DatabaseError:
        raise ArchiveFault(FaultCode.NOT_KEPT) from None
    return tournament


def _refuse_unfit_address(slug: str) -> None:
    try:
        Tournament._meta.get_field("slug").clean(slug, None)
    except ValidationError:
        raise Refused(
            _(
                "An address has letters, numbers, hyphens and underscores, at most %(most)d of "
                "them. Nothing was taken; give another one."
            )
            % {"most": Tournament._meta.get_field("slug").max_length},
            field="slug",
        ) from None


def _refuse_difference(value: Value, tournament: Tournament) -> None:
    """Raises ArchiveFault unless the rows, address apart, say all that the archive says."""
    again = archive_value(tournament)
    again["event"]["slug"] = value["event"]["slug"]
    for part in sorted(again.keys() | value.keys()):
        if part != SEAL and to_bytes({part: again.get(part)}) != to_bytes({part: value.get(part)}):
            raise ArchiveFault(FaultCode.NOT_KEPT, part)


def _write(value: Value, slug: str) -> Tournament:
    entered = [player for pair in value["pairs"] for player in pair["players"]]
    return write_event(
        value,
        slug=slug,
        players=players_by_name([player["name"] for player in entered]),
        clubs=clubs_by_name([player["club"] for player in entered if player["club"]]),
    )
