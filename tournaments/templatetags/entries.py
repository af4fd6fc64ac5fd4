"""Entries in words."""

from __future__ import annotations

from django import template

from tournaments.money import money

register = template.Library()
register.filter(money)
