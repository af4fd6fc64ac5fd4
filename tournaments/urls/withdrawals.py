"""One event, for its organisers: pairs that come late, substitutes, pairs that withdraw, matches
that are annulled."""

from django.urls import path

from tournaments.views.manage import late_pairs, substitutions, withdrawals

urlpatterns = [
    path("pairs/<int:number>/late/", late_pairs.late, name="manage-late-pair"),
    path("pairs/<int:number>/late/undo/", late_pairs.undo_late, name="manage-late-pair-undo"),
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
