"""Matches with the match points that the jury added, or took away, in decisions in force (R20a)."""

from __future__ import annotations

from django.db.models import IntegerField, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from tournaments.models import JuryDecision, Match


def with_jury_points(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Each match with `jury_a` and `jury_b`: what its decisions in force give either pair."""
    in_force = (
        JuryDecision.objects.filter(
            match=OuterRef("pk"), kind=JuryDecision.Kind.POINTS, undone_at__isnull=True
        )
        .order_by()
        .values("match")
        .annotate(sum=Sum("points"))
        .values("sum")
    )

    def points_of(side: str) -> Coalesce:
        own = in_force.filter(pair=OuterRef(side))
        return Coalesce(Subquery(own, output_field=IntegerField()), 0)

    return matches.annotate(jury_a=points_of("pair_a"), jury_b=points_of("pair_b"))
