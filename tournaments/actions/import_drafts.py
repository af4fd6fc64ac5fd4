"""Keeping an entry list between its preview and its confirmation."""

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
"""How many lists an event keeps at most; the eldest go first."""


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
    if actor.user_id is None:
        raise PermissionDenied(Act.MANAGE_EVENT.value)
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament) as locked:
        drafts = ImportDraft.objects.filter(tournament=locked)
        drafts.filter(made_at__lt=timezone.now() - DRAFT_LIVES).delete()
        kept = list(drafts.order_by("-pk").values_list("pk", flat=True))
        drafts.filter(pk__in=kept[MAX_DRAFTS - 1 :]).delete()
        draft = ImportDraft.objects.create(
            tournament=locked,
            user_id=actor.user_id,
            token=uuid4(),
            file_name=file_name[:200],
            content=content,
            pasted=pasted,
        )
        record(
            actor=actor,
            verb=Verb.BRING_LIST,
            tournament=locked,
            file_name=draft.file_name,
            pasted=pasted,
            size=len(content),
        )
    return draft
