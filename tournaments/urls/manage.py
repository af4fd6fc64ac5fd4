"""One event, for its organisers."""

from django.urls import path

from tournaments.views import files
from tournaments.views.manage import (
    check_in,
    draws,
    events,
    hall,
    imports,
    overview,
    pairs,
    players,
    rules,
)

urlpatterns = [
    path("", overview.overview, name="manage"),
    path("settings/", events.settings, name="manage-settings"),
    path("hall/", hall.hall, name="manage-hall"),
    path("rules/", rules.rules, name="manage-rules"),
    path("show/", events.show, name="manage-show"),
    path("pairs/", pairs.pairs, name="manage-pairs"),
    path("pairs/<int:number>/", pairs.pair, name="manage-pair"),
    path("pairs/<int:number>/remove/", pairs.remove, name="manage-pair-remove"),
    path("pairs/<int:number>/call-off/", pairs.call_off, name="manage-pair-call-off"),
    path("players/", players.offers, name="manage-players"),
    path("check-in/", check_in.check_in, name="manage-check-in"),
    path("import/", imports.bring, name="manage-import"),
    path("import/<uuid:token>/", imports.preview, name="manage-import-preview"),
    path("draw/", draws.draw, name="manage-draw"),
    path("draw/<int:number>/publish/", draws.publish, name="manage-draw-publish"),
    path("draw/take-back/", draws.take_back, name="manage-draw-take-back"),
    path("schedule/plan/", overview.plan, name="manage-schedule-plan"),
    path("export/<slug:name>.<slug:kind>", files.staff_export, name="manage-export"),
]
