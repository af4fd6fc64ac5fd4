"""One event, for its organisers: substitutes, pairs that withdraw, matches that are annulled."""

from django.urls import path

from tournaments.views.manage import substitutions, withdrawals

urlpatterns = [
    path("pairs/<int:number>/substitute/", substitutions.substitute, name="manage-substitute"),
    path(
        "pairs/<int:number>/substitute/<int:substitution>/undo/",
        substitutions.undo,
        name="manage-substitute-undo",
    ),
    path("pairs/<int:number>/withdraw/", withdrawals.withdraw, name="manage-withdraw"),
    path(
        "pairs/<int:number>/withdraw/undo/", withdrawals.undo_withdraw, name="manage-withdraw-undo"
    ),
    path("matches/<int:number>/annul/", withdrawals.annul, name="manage-annul"),
    path("matches/<int:number>/annul/undo/", withdrawals.undo_annul, name="manage-annul-undo"),
]
