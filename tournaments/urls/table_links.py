"""One event, for its organisers: links of tables and score sheets, codes of pairs."""

from django.urls import path

from tournaments.views.manage import pair_codes, table_links

urlpatterns = [
    path("tables/", table_links.tables, name="manage-tables"),
    path("tables/renew/", table_links.renew_all, name="manage-tables-renew"),
    path("tables/<int:table>/", table_links.table, name="manage-table"),
    path("matches/<int:number>/link/", table_links.sheet, name="manage-sheet-link"),
    path("codes/", pair_codes.codes, name="manage-codes"),
    path("codes/<int:number>/", pair_codes.code, name="manage-code"),
]
