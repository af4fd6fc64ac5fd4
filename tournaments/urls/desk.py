"""One event, for its referees and organisers: sheets and rulings."""

from django.urls import path

from tournaments.views import desk

urlpatterns = [
    path("", desk.overview, name="desk"),
    path("matches/<int:number>/", desk.match, name="desk-match"),
]
