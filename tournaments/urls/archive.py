"""The archive of an event: brought in from anywhere, taken away from its own pages."""

from django.urls import path

from tournaments.views.manage import archive

urlpatterns = [
    path("events/archive/", archive.bring, name="event-archive"),
    path("events/archive/<uuid:token>/", archive.preview, name="event-archive-preview"),
    path("t/<slug:slug>/manage/archive.json", archive.download, name="manage-archive"),
]
