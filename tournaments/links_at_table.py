"""Who holds a link of a table or of a score sheet: from the secret in an address to an actor."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db.models import F, FilteredRelation, Q

from tournaments.access import is_same, sheet_secret, table_secret
from tournaments.models import Match, TableLink, Tournament
from tournaments.models.play import LARGEST_NUMBER
from tournaments.permissions import ANONYMOUS, Actor, AtTable


def event_by_link(slug: str, **address: Any) -> tuple[Tournament | None, Actor]:
    """The event of an address that holds a `secret` and a `table`, or the `number` of a match, and
    who asks for it. One query; two for a score sheet that there is none of.

    The event is None where there is none of this name. Who asks is as `actor_by_link` says.
    """
    secret = address.get("secret", "")
    place = None
    if "table" in address:
        table = address["table"]
        event = _with_link(slug, table) if table <= LARGEST_NUMBER else None
        if event is not None and not event.link_is_revoked:  # type: ignore[attr-defined]
            place = _at_table(event, table, secret, event.link_renewed or 0)  # type: ignore[attr-defined]
    else:
        match = _match(address.get("number", 0), tournament__slug=slug)
        event = match.tournament if match else None
        place = _at_sheet(match, secret) if match else None
    if event is None:
        event = Tournament.objects.filter(slug=slug).first()
    return event, _holder(place)


def actor_by_link(tournament: Tournament, **address: Any) -> Actor:
    """Whoever asks for an address with a `secret` and a `table`, or the `number` of a match; one
    query, none where the address has no secret.

    Anonymous where the secret is wrong, the link was revoked or renewed since, or there is no such
    table or match. Whether the match of a score sheet is confirmed by now, so that its link is
    over, is asked by the page.
    """
    secret = address.get("secret", "")
    if not secret:
        return ANONYMOUS
    if "table" in address:
        link = TableLink.objects.filter(tournament=tournament, table=address["table"]).first()
        if link is not None and link.is_revoked:
            return ANONYMOUS
        renewed = link.renewed if link else 0
        return _holder(_at_table(tournament, address["table"], secret, renewed))
    match = _match(address["number"], tournament=tournament)
    return _holder(_at_sheet(match, secret) if match else None)


def _with_link(slug: str, table: int) -> Tournament | None:
    """The event, told what became of the table's link; None of it for the first one."""
    return (
        Tournament.objects.annotate(
            link=FilteredRelation("table_links", condition=Q(table_links__table=table)),
            link_renewed=F("link__renewed"),
            link_is_revoked=F("link__is_revoked"),
        )
        .filter(slug=slug)
        .first()
    )


def _match(number: int, **event: Any) -> Match | None:
    if number > LARGEST_NUMBER:
        return None
    matches = Match.objects.live().select_related("tournament")
    return matches.filter(number=number, **event).first()


def _at_table(tournament: Tournament, table: int, secret: str, renewed: int) -> AtTable | None:
    right = table_secret(tournament, table, renewed)
    return AtTable(tournament.pk, table) if is_same(secret, right) else None


def _at_sheet(match: Match, secret: str) -> AtTable | None:
    if not is_same(secret, sheet_secret(match)):
        return None
    return AtTable(match.tournament_id, match.table, match.number)


def _holder(place: AtTable | None) -> Actor:
    return ANONYMOUS if place is None else replace(ANONYMOUS, at_table=place)
