"""Every address of the site, by who uses it."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.urls.site")),
    path("", include("tournaments.urls.people")),
    path("", include("tournaments.urls.archive")),
    path("t/<slug:slug>/", include("tournaments.urls.event")),
    path("t/<slug:slug>/manage/", include("tournaments.urls.manage")),
    path("t/<slug:slug>/manage/", include("tournaments.urls.withdrawals")),
    path("t/<slug:slug>/manage/", include("tournaments.urls.table_links")),
    path("t/<slug:slug>/manage/", include("tournaments.urls.advancing")),
    path("t/<slug:slug>/desk/", include("tournaments.urls.desk")),
    path("t/<slug:slug>/", include("tournaments.urls.rulings")),
    path("t/<slug:slug>/", include("tournaments.urls.sign_ups")),
    path("t/<slug:slug>/", include("tournaments.urls.tables")),
    path("t/<slug:slug>/", include("tournaments.urls.knockout")),
]
