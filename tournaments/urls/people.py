"""People: an event's staff and log, arriving by a link, the users of the site."""

from django.urls import path

from tournaments.views import links
from tournaments.views import people as site
from tournaments.views.manage import log, people

urlpatterns = [
    path("t/<slug:slug>/manage/people/", people.staff, name="manage-people"),
    path("t/<slug:slug>/manage/people/remove/", people.remove, name="manage-people-remove"),
    path(
        "t/<slug:slug>/manage/people/new-password/",
        people.new_password,
        name="manage-people-new-password",
    ),
    path("t/<slug:slug>/manage/people/withdraw/", people.withdraw, name="manage-people-withdraw"),
    path("t/<slug:slug>/manage/log/", log.log, name="manage-log"),
    path("invitation/", links.invitation, name="invitation"),
    path("invitation/<str:secret>/", links.invitation_link, name="invitation-link"),
    path("new-password/", links.new_password, name="new-password"),
    path("new-password/<str:secret>/", links.new_password_link, name="new-password-link"),
    path("people/", site.people, name="people"),
    path("people/event-making/", site.event_making, name="people-event-making"),
    path("people/admin/", site.admin, name="people-admin"),
    path("people/new-password/", site.new_password, name="people-new-password"),
    path("people/withdraw/", site.withdraw, name="people-withdraw"),
]
