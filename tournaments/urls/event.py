"""One event, for everybody."""

from django.urls import path

from tournaments.views import event, files

urlpatterns = [
    path("", event.now, name="event"),
    path("standings/", event.standings, name="standings"),
    path("schedule/", event.schedule, name="schedule"),
    path("draw/", event.draw, name="draw"),
    path("matches/<int:number>/", event.match, name="match"),
    path("pairs/", event.pairs, name="pairs"),
    path("pairs/<int:number>/", event.pair, name="pair"),
    path("export/<slug:name>.<slug:kind>", files.export, name="export"),
]
