"""At the tables: a table's link, the link of one score sheet; both open the same pages."""

from django.urls import URLPattern, include, path

from tournaments.views.table import (
    confirming,
    deal,
    page,
    referee_calls,
    seats,
    take_back,
    worker,
)


def _match(kind: str, page_name: str) -> list[URLPattern]:
    """The pages of one match. Add one here and it is there for both kinds of links."""
    return [
        path("", page.match, name=page_name),
        path("deal/", deal.deal, name=f"{kind}-deal"),
        path("take-back/", take_back.take_back, name=f"{kind}-take-back"),
        path("seats/", seats.seats, name=f"{kind}-seats"),
        path("confirm/", confirming.confirm, name=f"{kind}-confirm"),
        path("dispute/", confirming.dispute, name=f"{kind}-dispute"),
        path("call/", referee_calls.call, name=f"{kind}-call"),
        path("call/back/", referee_calls.back, name=f"{kind}-call-back"),
    ]


TABLE = "table/<int:table>/<str:secret>/"
SHEET = "sheet/<int:number>/<str:secret>/"

urlpatterns = [
    path(TABLE, page.now, name="table"),
    path(f"{TABLE}worker.js", worker.worker, name="table-worker"),
    path(f"{TABLE}<int:number>/", include(_match("table", "table-match"))),
    path(SHEET, include(_match("sheet", "sheet-page"))),
    path(f"{SHEET}worker.js", worker.worker, name="sheet-worker"),
]
