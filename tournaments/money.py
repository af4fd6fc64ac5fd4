"""Sums of money: whole cents inside, euros as Finns write them outside."""

from __future__ import annotations

import re

_TYPED = re.compile(r"([0-9]{1,7})(?:[.,]([0-9]{2}|-)?)?")


def money(cents: int) -> str:
    """A sum in words: "20 €", "20,50 €" where there are cents, "1 920 €"; blanks do not break."""
    whole, rest = divmod(cents, 100)
    euros = f"{whole:,}".replace(",", "\N{NO-BREAK SPACE}")
    return f"{euros},{rest:02d}\N{NO-BREAK SPACE}€" if rest else f"{euros}\N{NO-BREAK SPACE}€"


def as_typed(cents: int) -> str:
    """The sum as a field shows it: "20", "20,50", "" for nothing."""
    whole, rest = divmod(cents, 100)
    if not cents:
        return ""
    return f"{whole},{rest:02d}" if rest else str(whole)


def cents_of(text: str) -> int | None:
    """The cents of a typed sum such as "20", "20,00" or "20 €"; None where it is no sum."""
    typed = _TYPED.fullmatch(text.replace("€", "").replace("\N{NO-BREAK SPACE}", " ").strip())
    if typed is None:
        return None
    return int(typed[1]) * 100 + int((typed[2] or "0").replace("-", "0"))
