"""Rulings at the desk, the jury and its decisions."""

from django.urls import path

from tournaments.views import jury as public
from tournaments.views.desk import jury as decisions
from tournaments.views.desk import rulings
from tournaments.views.manage import jury

urlpatterns = [
    path("jury/", public.jury, name="jury"),
    path("manage/jury/", jury.jury, name="manage-jury"),
    path("desk/rulings/", rulings.rulings, name="desk-rulings"),
    path("desk/matches/<int:number>/ruling/", rulings.ruling, name="desk-ruling"),
    path("desk/jury/", decisions.decisions, name="desk-jury"),
    path("desk/jury/new/", decisions.new, name="desk-jury-new"),
    path("desk/jury/<int:number>/undo/", decisions.undo, name="desk-jury-undo"),
]
