"""Keeping a file between its preview and its confirmation: an entry list, filled score sheets."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

from django.core.exceptions import PermissionDenied
from django.utils import timezone

from tournaments.actions.audit import Verb, record, writing
from tournaments.models import ImportDraft, Tournament
from tournaments.permissions import Act, Actor

DRAFT_LIVES = timedelta(days=1)
MAX_DRAFTS = 20
"""How many lists and how many workbooks an event keeps at most; the eldest go first."""


def keep_list(
    *,
    actor: Actor,
    tournament: Tournament,
    content: bytes,
    pasted: bool,
    file_name: str = "",
) -> ImportDraft:
    """Keeps the bytes of a file, or of pasted text in UTF-8; nothing is taken from them yet.

    Lists of the event that are over a day old are removed.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament) as locked:
        draft = _keep(actor, locked, ImportDraft.Purpose.PAIRS, content, file_name, pasted=pasted)
        record(
            actor=actor,
            verb=Verb.BRING_LIST,
            tournament=locked,
            file_name=draft.file_name,
            pasted=pasted,
            size=len(content),
        )
    return draft


def keep_sheets(
    *, actor: Actor, tournament: Tournament, content: bytes, file_name: str
) -> ImportDraft:
    """Keeps a workbook of filled score sheets; nothing is taken from it yet.

    Workbooks of the event that are over a day old are removed.
    """
    with writing(actor=actor, act=Act.USE_DESK, tournament=tournament) as locked:
        draft = _keep(actor, locked, ImportDraft.Purpose.SHEETS, content, file_name)
        record(
            actor=actor,
            verb=Verb.BRING_SHEETS,
            tournament=locked,
            file_name=draft.file_name,
            size=len(content),
        )
    return draft


def _keep(
    actor: Actor,
    tournament: Tournament,
    purpose: ImportDraft.Purpose,
    content: bytes,
    file_name: str,
    *,
    pasted: bool = False,
) -> ImportDraft:
    if actor.user_id is None:
        raise PermissionDenied(purpose.value)
    drafts = ImportDraft.objects.filter(tournament=tournament, purpose=purpose)
    drafts.filter(made_at__lt=timezone.now() - DRAFT_LIVES).delete()
    kept = list(drafts.order_by("-pk").values_list("pk", flat=True))
    drafts.filter(pk__in=kept[MAX_DRAFTS - 1 :]).delete()
    return ImportDraft.objects.create(
        tournament=tournament,
        user_id=actor.user_id,
        token=uuid4(),
        purpose=purpose,
        file_name=file_name[:200],
        content=content,
        pasted=pasted,
    )
