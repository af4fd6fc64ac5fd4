"""One event, for its referees and organisers: sheets and rulings."""

from django.urls import path

from tournaments.views.desk import entry, overview, revisions, whole_sheet

MATCH = "matches/<int:number>/"

urlpatterns = [
    path("", overview.overview, name="desk"),
    path(MATCH, entry.match, name="desk-match"),
    path(f"{MATCH}take-back/", entry.take_back, name="desk-take-back"),
    path(f"{MATCH}sheet/", whole_sheet.sheet, name="desk-sheet"),
    path(f"{MATCH}check/", whole_sheet.check, name="desk-check"),
    path(f"{MATCH}revisions/", revisions.revisions, name="desk-revisions"),
    path(f"{MATCH}revisions/<int:revision>/", revisions.revision, name="desk-revision"),
]
