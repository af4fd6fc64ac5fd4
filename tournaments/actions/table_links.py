"""Links of tables and score sheets and codes of pairs: made anew, revoked, brought back.

A table without a row in `TableLink` has its first link, so a row is kept only of one that differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb, record, refuse_repeat, writing
from tournaments.actions.locking import locked_match
from tournaments.actions.refusals import Refused, Stale
from tournaments.models import Match, TableLink, Tournament
from tournaments.permissions import Act, Actor, require


def renew_table_link(
    *, actor: Actor, tournament: Tournament, table: int, seen: int, token: UUID | None = None
) -> None:
    """A new link takes the place of the table's, also of one revoked: what was printed of it opens
    nothing any more.

    `seen` is how often it had been renewed when the page was made; another number raises Stale.
    Raises Refused where the event has no such table.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        with _link(locked, table, seen) as link:
            link.renewed += 1
            link.is_revoked = False
        record(
            actor=actor,
            verb=Verb.RENEW_TABLE_LINK,
            tournament=locked,
            token=token,
            table=table,
            renewed=link.renewed,
        )


def revoke_table_link(*, actor: Actor, tournament: Tournament, table: int, seen: int) -> None:
    """The table's link opens nothing until it is brought back or renewed. Twice changes nothing.

    Raises Stale and Refused as `renew_table_link`.
    """
    _set_revoked(actor, tournament, table, seen, is_revoked=True)


def bring_back_table_link(*, actor: Actor, tournament: Tournament, table: int, seen: int) -> None:
    """A link revoked works again, with the cards printed of it. Twice changes nothing.

    Raises Stale and Refused as `renew_table_link`.
    """
    _set_revoked(actor, tournament, table, seen, is_revoked=False)


def renew_all_table_links(
    *, actor: Actor, tournament: Tournament, token: UUID | None = None
) -> int:
    """New links for all tables of the event; how many. One that was revoked stays so: its new link
    works once it is brought back."""
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        links = {link.table: link for link in locked.table_links.select_for_update()}
        tables = sorted({*_tables_of(locked), *links})
        TableLink.objects.bulk_create(
            TableLink(tournament=locked, table=table, renewed=1)
            for table in tables
            if table not in links
        )
        for link in links.values():
            link.renewed += 1
        TableLink.objects.bulk_update(links.values(), ["renewed"])
        record(
            actor=actor,
            verb=Verb.RENEW_ALL_TABLE_LINKS,
            tournament=locked,
            token=token,
            tables=len(tables),
        )
        return len(tables)


def renew_sheet_link(*, actor: Actor, match: Match, seen: int, token: UUID | None = None) -> None:
    """A new link takes the place of the one on the match's score sheet.

    Raises Stale where it was renewed since `seen`, and as `locked_match` does; Refused where both
    pairs have confirmed the result, so that no link opens the sheet.
    """
    with transaction.atomic():
        locked = locked_match(match)
        require(actor, Act.MANAGE_EVENT, locked.tournament)
        refuse_repeat(token)
        if locked.link_renewed != seen:
            raise Stale(_link_changed())
        if locked.is_confirmed:
            raise Refused(
                _(
                    "Both pairs have confirmed the result, so the link of this sheet is over. "
                    "Nothing was changed."
                )
            )
        locked.link_renewed += 1
        locked.save(update_fields=["link_renewed"])
        record(
            actor=actor,
            verb=Verb.RENEW_SHEET_LINK,
            tournament=locked.tournament,
            match=locked,
            token=token,
            renewed=locked.link_renewed,
        )


def renew_pair_code(
    *, actor: Actor, tournament: Tournament, number: int, seen: int, token: UUID | None = None
) -> None:
    """A new code takes the place of the pair's; results it has confirmed stay confirmed.

    Raises Stale where it was renewed since `seen`, Refused where there is no such pair.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        pair = locked.pairs.select_for_update().filter(number=number).first()
        if pair is None:
            raise Refused(_("Pair %(number)d is not on the list any more.") % {"number": number})
        if pair.code_renewed != seen:
            raise Stale(
                _("The pair's code was changed meanwhile. Nothing was changed; look at it again.")
            )
        pair.code_renewed += 1
        pair.save(update_fields=["code_renewed"])
        record(
            actor=actor,
            verb=Verb.RENEW_PAIR_CODE,
            tournament=locked,
            token=token,
            pair=number,
            renewed=pair.code_renewed,
        )


def _set_revoked(
    actor: Actor, tournament: Tournament, table: int, seen: int, *, is_revoked: bool
) -> None:
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament) as locked:
        with _link(locked, table, seen) as link:
            if link.is_revoked == is_revoked:
                return
            link.is_revoked = is_revoked
        record(
            actor=actor,
            verb=Verb.REVOKE_TABLE_LINK if is_revoked else Verb.BRING_BACK_TABLE_LINK,
            tournament=locked,
            table=table,
        )


@contextmanager
def _link(locked: Tournament, table: int, seen: int) -> Iterator[TableLink]:
    """The link of a table, to be changed; kept afterwards where it differs from the first one."""
    link = locked.table_links.select_for_update().filter(table=table).first()
    if link is None:
        if table not in _tables_of(locked):
            raise Refused(_("The event has no such table. Look at the list as it is now."))
        link = TableLink(tournament=locked, table=table)
    if link.renewed != seen:
        raise Stale(_link_changed())
    yield link
    if link.renewed or link.is_revoked:
        link.save()
    elif link.pk:
        link.delete()


def _tables_of(locked: Tournament) -> set[int]:
    """The tables of the event, and any more that matches are placed at."""
    placed = locked.matches.live().values_list("table", flat=True)
    return {*range(1, locked.table_count + 1), *placed}


def _link_changed() -> str:
    return _("The link was renewed meanwhile. Nothing was changed; look at it again.")
