"""Rows that can go out of play: pools, places and matches of a draw annulled since.

`live()` is the one way to read those that are in play. Without it all are read, those kept of
annulled draws too: that is for the archive, for replaying every sheet, and for a match's own pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, TypeVar

from django.db import models

_Row = TypeVar("_Row", bound=models.Model)


class LiveQuerySet(models.QuerySet[_Row, _Row]):
    """Rows with `is_live`."""

    def live(self) -> Self:
        """Those in play; none of an annulled draw."""
        return self.filter(is_live=True)


if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

    class LiveManager(RelatedManager[_Row]):
        """What a relation to such rows offers."""

        def live(self) -> LiveQuerySet[_Row]: ...
