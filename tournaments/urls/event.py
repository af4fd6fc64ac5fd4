"""One event, for everybody."""

from django.urls import path

from tournaments.views import event, files, results, screen

urlpatterns = [
    path("", event.now, name="event"),
    path("standings/", event.standings, name="standings"),
    path("results/", results.results, name="results"),
    path("schedule/", event.schedule, name="schedule"),
    path("draw/", event.draw, name="draw"),
    path("matches/<int:number>/", event.match, name="match"),
    path("pairs/", event.pairs, name="pairs"),
    path("pairs/<int:number>/", event.pair, name="pair"),
    path("screen/", screen.screen, name="screen"),
    path("export/<slug:name>.<slug:kind>", files.export, name="export"),
]
