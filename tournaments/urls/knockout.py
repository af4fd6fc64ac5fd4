"""The knock-out: the bracket for everybody, its draw and what is decided about it."""

from django.urls import path

from tournaments.views import knockout as public
from tournaments.views.manage import knockout, knockout_annulling, knockout_play

KNOCKOUT = "manage/knockout/"
MATCH = f"{KNOCKOUT}matches/<int:number>/"

urlpatterns = [
    path("knockout/", public.knockout, name="knockout"),
    path(KNOCKOUT, knockout.knockout, name="manage-knockout"),
    path(f"{KNOCKOUT}<int:number>/publish/", knockout.publish, name="manage-knockout-publish"),
    path(f"{KNOCKOUT}take-back/", knockout.take_back, name="manage-knockout-take-back"),
    path(f"{KNOCKOUT}annul/", knockout_annulling.annul, name="manage-knockout-annul"),
    path(
        f"{KNOCKOUT}<int:number>/annul/undo/",
        knockout_annulling.undo_annul,
        name="manage-knockout-annul-undo",
    ),
    path(f"{KNOCKOUT}next/", knockout_play.go_on, name="manage-knockout-next"),
    path(f"{KNOCKOUT}back/", knockout_play.back, name="manage-knockout-back"),
    path(f"{MATCH}correction/", knockout_play.correction, name="manage-knockout-correction"),
    path(
        f"{MATCH}correction/undo/",
        knockout_play.undo_correction,
        name="manage-knockout-correction-undo",
    ),
    path(f"{MATCH}decide/", knockout_play.decide, name="manage-knockout-decide"),
    path(f"{MATCH}decide/undo/", knockout_play.undo_decision, name="manage-knockout-decide-undo"),
]
