"""One event, for its organisers."""

from django.urls import path

from tournaments.views import files
from tournaments.views.manage import (
    check_in,
    draw_annulling,
    draw_show,
    draws,
    events,
    hall,
    imports,
    overview,
    pairs,
    players,
    printing,
    rules,
    timetable,
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
    path("check-in/all/", check_in.everybody, name="manage-check-in-all"),
    path("import/", imports.bring, name="manage-import"),
    path("import/<uuid:token>/", imports.preview, name="manage-import-preview"),
    path("draw/", draws.draw, name="manage-draw"),
    path("draw/<int:number>/publish/", draws.publish, name="manage-draw-publish"),
    path("draw/take-back/", draws.take_back, name="manage-draw-take-back"),
    path("schedule/", timetable.timetable, name="manage-schedule"),
    path("schedule/<int:number>/", timetable.move, name="manage-schedule-move"),
    path("schedule/<int:number>/back/", timetable.back, name="manage-schedule-move-back"),
    path("schedule/delay/", timetable.delay, name="manage-schedule-delay"),
    path("schedule/delay/undo/", timetable.undo_delay, name="manage-schedule-delay-undo"),
    path("draw/<int:number>/show/", draw_show.show, name="manage-draw-show"),
    path("draw/annul/", draw_annulling.annul, name="manage-draw-annul"),
    path("draw/<int:number>/annul/undo/", draw_annulling.undo_annul, name="manage-draw-annul-undo"),
    path("schedule/plan/", overview.plan, name="manage-schedule-plan"),
    path("print/", printing.printing, name="manage-print"),
    path("export/<slug:name>.<slug:kind>", files.staff_export, name="manage-export"),
]
