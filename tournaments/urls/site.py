"""The front page, accounts, making an event."""

from django.urls import path

from tournaments.views import accounts, home
from tournaments.views.manage import events

urlpatterns = [
    path("", home.home, name="home"),
    path("sign-in/", accounts.sign_in, name="sign-in"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("language/", accounts.set_language, name="set-language"),
    path("password/", accounts.change_password, name="change-password"),
    path("first/<str:secret>/", accounts.first_organiser, name="first-organiser"),
    path("events/new/", events.new_event, name="event-new"),
]
