"""One event, for its referees and organisers: sheets and rulings."""

from django.urls import path

from tournaments.views.desk import (
    calling,
    compare,
    confirming,
    entry,
    late,
    overview,
    referee_calls,
    results,
    revisions,
    seats,
    sheet_rows,
    sheets_file,
    whole_sheet,
)

MATCH = "matches/<int:number>/"

urlpatterns = [
    path("", overview.overview, name="desk"),
    path("confirm/", confirming.confirm_list, name="desk-confirm"),
    path("calls/", referee_calls.calls, name="desk-calls"),
    path("calls/<int:number>/", referee_calls.answer, name="desk-calls-answer"),
    path("calls/<int:number>/coming/", referee_calls.coming, name="desk-calls-coming"),
    path("late/", late.late, name="desk-late"),
    path("results/", results.results, name="desk-results"),
    path("sheets-file/", sheets_file.bring, name="desk-file"),
    path("sheets-file/<uuid:token>/", sheets_file.preview, name="desk-file-preview"),
    path(MATCH, entry.match, name="desk-match"),
    path(f"{MATCH}onward/", overview.onward, name="desk-onward"),
    path(f"{MATCH}call/", calling.call, name="desk-call"),
    path(f"{MATCH}call/back/", calling.back, name="desk-call-back"),
    path(f"{MATCH}confirm/", confirming.confirm, name="desk-match-confirm"),
    path(f"{MATCH}confirm/codes/", confirming.lift_lock, name="desk-match-codes"),
    path(f"{MATCH}confirm/withdraw/", confirming.withdraw, name="desk-match-withdraw"),
    path(f"{MATCH}take-back/", entry.take_back, name="desk-take-back"),
    path(f"{MATCH}sheet/", whole_sheet.sheet, name="desk-sheet"),
    path(f"{MATCH}check/", whole_sheet.check, name="desk-check"),
    path(f"{MATCH}edit/", sheet_rows.edit, name="desk-edit"),
    path(f"{MATCH}edit/check/", sheet_rows.check, name="desk-edit-check"),
    path(f"{MATCH}compare/", compare.compare, name="desk-compare"),
    path(f"{MATCH}seats/", seats.seats, name="desk-seats"),
    path(f"{MATCH}revisions/", revisions.revisions, name="desk-revisions"),
    path(f"{MATCH}revisions/<int:revision>/", revisions.revision, name="desk-revision"),
]
