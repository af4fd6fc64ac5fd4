"""What lets somebody in without an account: the links of tables and score sheets, the codes of
pairs.

All are worked out from the event's `access_key`, so a card can be printed as often as is needed and
nothing has to be made beforehand. One renewed is another from then on. Nothing here reads or
writes; nothing of it belongs into a public file or page.
"""

from __future__ import annotations

import hmac
from hashlib import sha256

from tournaments.models import Match, Pair, Tournament

CODE_DIGITS = 5
"""The length of a pair's code."""


def table_secret(tournament: Tournament, table: int, renewed: int = 0) -> str:
    """The secret of a table's link, 128 bits as 32 hexadecimal digits."""
    return _derived(tournament, f"table {table} {renewed}")[:16].hex()


def sheet_secret(match: Match) -> str:
    """The secret of the link on a match's score sheet, 128 bits as 32 hexadecimal digits.

    `match.tournament` should be loaded. A match of a schedule made anew has another one.
    """
    told = f"sheet {match.number} {match.first_revision} {match.link_renewed}"
    return _derived(match.tournament, told)[:16].hex()


def pair_code(tournament: Tournament, pair: Pair) -> str:
    """The code by which a pair confirms its results, five digits."""
    told = _derived(tournament, f"pair {pair.pk} {pair.code_renewed}")
    return f"{int.from_bytes(told[:8], 'big') % 10**CODE_DIGITS:0{CODE_DIGITS}d}"


def is_same(secret: str, expected: str) -> bool:
    """Whether a secret or code is the right one, in a time that tells nothing of it."""
    return hmac.compare_digest(secret.encode(), expected.encode())


def _derived(tournament: Tournament, told: str) -> bytes:
    return hmac.new(tournament.access_key.encode(), told.encode(), sha256).digest()
