"""One event, for its organisers."""

from django.urls import path

from tournaments.views.manage import events

urlpatterns = [
    path("", events.overview, name="manage"),
    path("settings/", events.settings, name="manage-settings"),
    path("show/", events.show, name="manage-show"),
]
