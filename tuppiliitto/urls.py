"""The site's addresses: all of them belong to the tournaments app."""

from django.urls import include, path

urlpatterns = [path("", include("tournaments.urls"))]
