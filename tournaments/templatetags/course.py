"""Where pages lead by what an event is made of."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Course, Tournament

register = template.Library()


@register.simple_tag
def draw_page(tournament: Tournament) -> str:
    """The address where the pairs are drawn: into pools, or straight into the knock-out."""
    straight = tournament.course == Course.KNOCKOUT
    return reverse("manage-knockout" if straight else "manage-draw", args=[tournament.slug])


@register.simple_tag
def back_to_advancing(tournament: Tournament) -> str:
    """The words that lead back to the page about going on, which in an event of pools only is about
    level pairs."""
    if tournament.course == Course.POOLS:
        return _("Back to the level pairs")
    return _("Back to who goes on")
