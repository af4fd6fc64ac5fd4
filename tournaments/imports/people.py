"""Two names in one cell, and a surname that stands first."""

import re

# In the order they are looked for. A dash parts names only between blanks: Uusi-Kätkä.
_SEPARATORS = (
    re.compile(r"/"),
    re.compile(r"&"),
    re.compile(r"(?<=\s)[-–—](?=\s)"),
    re.compile(r"(?<=\s)(?:ja|and)(?=\s)", re.IGNORECASE),
)
_LIST_NUMBER = re.compile(r"\s*(\d{1,3})[.)]\s+(?=\S)")


def split_names(text: str) -> tuple[str, ...]:
    """The names in a cell that holds a whole pair: "A / B", "A & B", "A - B", "A ja B".

    Names come as they stand, blanks and all. One name where nothing parts it; more than two
    where the separator stands more than once; an empty one where nothing stands beside it.
    """
    # A separator at the very end has no blank after it once the cell was trimmed.
    padded = f" {text} "
    for separator in _SEPARATORS:
        parts = separator.split(padded)
        if len(parts) > 1:
            return tuple(parts)
    return (text,)


def split_list_number(text: str) -> tuple[str, str]:
    """The number that a pasted list has before a line ("3. A / B"), and the rest.

    The number is empty where there is none.
    """
    found = _LIST_NUMBER.match(text)
    return (found[1], text[found.end() :]) if found else ("", text)


def turn_surname_last(name: str) -> str:
    """ "Siurunoja Lahja" or "Siurunoja, Lahja" as "Lahja Siurunoja": the first word is the
    surname. A name of one word stays."""
    surname, _, rest = name.strip().partition(" ")
    rest = rest.strip()
    return f"{rest} {surname.removesuffix(',')}" if rest else name
