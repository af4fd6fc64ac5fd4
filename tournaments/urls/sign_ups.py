"""Signing up for an event, and the organiser's page of it."""

from django.urls import path

from tournaments.views import sign_up
from tournaments.views.manage import sign_ups

urlpatterns = [
    path("sign-up/", sign_up.form, name="sign-up"),
    path("sign-up/<str:secret>/", sign_up.own, name="sign-up-own"),
    path("sign-up/<str:secret>/cancel/", sign_up.cancel, name="sign-up-cancel"),
    path("manage/sign-ups/", sign_ups.sign_ups, name="manage-sign-ups"),
    path("manage/sign-ups/approve/", sign_ups.approve, name="manage-sign-ups-approve"),
    path("manage/sign-ups/<int:number>/refuse/", sign_ups.refuse, name="manage-sign-up-refuse"),
    path("manage/sign-ups/<int:number>/reopen/", sign_ups.reopen, name="manage-sign-up-reopen"),
]
