"""QR codes on pages."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.qr_codes import qr_code

register = template.Library()


@register.inclusion_tag("pieces/qr.svg.html")
def qr(text: str, label: str) -> dict[str, Any]:
    """The code of `text`; `label` says in words what it opens."""
    return {"code": qr_code(text), "label": label}
