"""Two names in one cell, a club written beside them, and a surname that stands first."""

import re
from dataclasses import dataclass

# In the order they are looked for. A dash parts names only between blanks: Uusi-Kätkä.
_SEPARATORS = (
    re.compile(r"/"),
    re.compile(r"&"),
    re.compile(r"(?<=\s)[-–—](?=\s)"),
    re.compile(r"(?<=\s)(?:ja|and)(?=\s)", re.IGNORECASE),
)
_BRACKETS = re.compile(r"\s*([^()]*[^()\s])\s*\(([^()]+)\)\s*")
_CLUB_ENDS = re.compile(r"(?:tuppi|kerho|seura|club|\bry\.?)$", re.IGNORECASE)
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


@dataclass(frozen=True, slots=True)
class PartedLine:
    """Two whole names of one line; `club` is what stands behind them, "" for nothing."""

    names: tuple[str, str]
    club: str = ""


def split_line(text: str) -> PartedLine | None:
    """The pair of a line in which commas or semicolons part all: "A b; C d", "A b, C d, Club".

    None where that is not plain: a name has two words at least, so "Siurunoja, Lahja" is one; what
    ends like a club is no player; and more than three parts may be anything.
    """
    mark = ";" if ";" in text else ","
    parts = [part.strip() for part in text.split(mark)]
    if not 2 <= len(parts) <= 3 or not all(parts) or not all(map(is_whole_name, parts[:2])):
        return None
    club = parts[2] if len(parts) == 3 else ""
    return PartedLine((parts[0], parts[1]), club) if not club or _may_be_club(club) else None


def split_tail(text: str) -> tuple[str, str]:
    """A whole name and the club behind a comma ("Aila Oja, Kittilä"); the club is "" for none."""
    name, _mark, club = text.partition(",")
    if is_whole_name(name) and "," not in club and _may_be_club(club):
        return name, club.strip()
    return text, ""


def split_brackets(text: str) -> tuple[str, str]:
    """A name and the club in the brackets at its end ("Aila Oja (Kittilä)"), "" for none."""
    found = _BRACKETS.fullmatch(text)
    return (found[1], found[2].strip()) if found and _may_be_club(found[2]) else (text, "")


def is_whole_name(text: str) -> bool:
    """Two words or more, none of them a number, and not what clubs are called."""
    name = split_brackets(text)[0].strip()
    return len(name.split()) >= 2 and not re.search(r"\d", name) and not _CLUB_ENDS.search(name)


def _may_be_club(text: str) -> bool:
    return any(c.isalpha() for c in text) and not any(c.isdigit() for c in text)


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
