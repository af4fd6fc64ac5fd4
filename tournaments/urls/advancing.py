"""Going on from the pools, and level final places, for an event's organisers."""

from django.urls import path

from tournaments.views.manage import advancing, lots, places, ties

urlpatterns = [
    path("advancing/", advancing.advancing, name="manage-advancing"),
    path("advancing/lock/", advancing.lock, name="manage-advancing-lock"),
    path("advancing/tie/", ties.tie, name="manage-tie"),
    path("advancing/lots/<int:number>/undo/", lots.lot_undo, name="manage-lot-undo"),
    path(
        "advancing/play-offs/<int:number>/take-back/",
        ties.play_off_back,
        name="manage-play-off-back",
    ),
    path("advancing/keep/", advancing.keep, name="manage-advancing-keep"),
    path("advancing/anew/", advancing.anew, name="manage-advancing-anew"),
    path("advancing/take-back/", advancing.take_back, name="manage-advancing-back"),
    path("places/", places.places, name="manage-places"),
    path("places/level/", places.level, name="manage-places-level"),
]
