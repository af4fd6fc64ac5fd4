"""Keeping a file between its preview and its confirmation: an entry list, filled score sheets."""

from __future__ import annotations

from collections.abc import Collection, Mapping
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


def handle_rows(
    *,
    actor: Actor,
    draft: ImportDraft,
    sheet: str,
    ticked: Collection[int],
    shown: Collection[int],
    mended: Mapping[int, list[str] | None] | None = None,
) -> None:
    """Keeps what was done to rows of a list in its preview; `sheet` is "" for a text.

    Of the rows `shown`, those not `ticked` stay left out. `mended` gives rows typed anew as
    `imports.mending` keeps them, None for one that is to read as in the list again. It is no fact
    of the event and is not recorded: the rows taken are, as they were taken. Does nothing to a
    list that is no longer kept.
    """
    if draft.tournament is None:
        raise PermissionDenied(Act.MANAGE_EVENT.value)
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=draft.tournament):
        kept = ImportDraft.objects.filter(pk=draft.pk).first()
        if kept is None:
            return
        own = kept.handled.get(sheet, {})
        left_out = set(own.get("left_out", ())) - set(shown) | (set(shown) - set(ticked))
        pairs = own.get("mended", {}) | {str(row): pair for row, pair in (mended or {}).items()}
        kept.handled[sheet] = {
            "left_out": sorted(left_out),
            "mended": {row: pair for row, pair in pairs.items() if pair is not None},
        }
        kept.save(update_fields=["handled"])


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
