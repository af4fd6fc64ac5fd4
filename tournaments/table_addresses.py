"""Where the pages of one match are for whoever holds a link of its table or of its score sheet."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse


@dataclass(frozen=True)
class TableAddresses:
    """Addresses by name: `addresses["deal"]`, in templates `{{ addresses.deal }}`.

    `match` is the page itself, `home` where the link leads (the table's match now, or the same
    page for a score sheet's link), `worker` the script that opens either without a network; all
    others are what `urls.tables` names `table-…` and
    `sheet-…`, `_` for `-`. `table_number` is None for a score sheet's link.
    """

    slug: str
    secret: str
    number: int
    table_number: int | None = None

    def __getitem__(self, name: str) -> str:
        values: dict[str, str | int] = {"slug": self.slug, "secret": self.secret}
        if self.table_number is None:
            page = "page" if name in ("match", "home") else name.replace("_", "-")
            return reverse(f"sheet-{page}", kwargs=values | {"number": self.number})
        values["table"] = self.table_number
        if name in ("home", "worker"):
            page = "table" if name == "home" else "table-worker"
            return reverse(page, kwargs=values)
        page = name.replace("_", "-")
        return reverse(f"table-{page}", kwargs=values | {"number": self.number})

    @property
    def follows_table(self) -> bool:
        """Whether the link opens all matches of a table."""
        return self.table_number is not None
