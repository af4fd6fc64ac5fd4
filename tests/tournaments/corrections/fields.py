"""The fields of a sheet as a browser would send them."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.http import HttpResponse

from scoring.notation import parse_sheet
from tests.tournaments.desk.desk import Desk, form_values
from tournaments.forms.sheets_rows import SheetRow, row_of
from tournaments.ledger import format_of

BLANK = SheetRow()


def rows_of(desk: Desk, notation: str) -> list[SheetRow]:
    """The rows that say a sheet in the short form."""
    return [row_of(entry) for entry in parse_sheet(notation, format_of(desk.match))]


def fields_of(rows: list[SheetRow]) -> dict[str, str]:
    sent = {"rows": str(len(rows))}
    for place, row in enumerate(rows):
        sent |= {
            f"game-{place}": row.game,
            f"declarer-{place}": row.declarer,
            f"tricks-{place}": row.tricks,
            f"line-{place}": row.line,
        }
        sent |= {f"fell-{place}": "on"} if row.fell else {}
        sent |= {f"out-{place}": "on"} if row.left_out else {}
    return sent


def check(desk: Desk, rows: list[SheetRow], /, *, htmx: bool = True, **more: Any) -> HttpResponse:
    headers = {"HX-Request": "true"} if htmx else {}
    return desk.client.post(f"{desk.address}edit/check/", _sent(desk, rows, more), headers=headers)


def save(desk: Desk, rows: list[SheetRow], /, **more: Any) -> HttpResponse:
    """The fields saved without looking first."""
    return desk.client.post(f"{desk.address}edit/", _sent(desk, rows, more))


def save_shown(desk: Desk, rows: list[SheetRow], /, **more: Any) -> HttpResponse:
    """The fields saved after what they change was shown."""
    return save(desk, rows, shown=form_values(check(desk, rows))["shown"], **more)


def _sent(desk: Desk, rows: list[SheetRow], more: dict[str, Any]) -> dict[str, Any]:
    return {"token": uuid4(), "revision": desk.revision, **fields_of(rows), **more}
