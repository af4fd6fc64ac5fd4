"""Names of players and clubs as people type them: cleaning, comparing, ordering, faults.

Pure functions over text. Whoever takes a name in (a form, an import) first asks `name_faults`
about the text as it came, then keeps `clean_name` of it; `fold_name` says whether two names
are the same; `sort_key` is stored beside a name and ordered by.
"""

import re
import unicodedata
from enum import StrEnum

MAX_NAME = 80
"""The longest name taken, in characters after cleaning. Players and clubs alike."""

MAX_SORT_KEY = 320
"""The longest sort key, in ASCII characters. A longer one is cut: it orders, it is not shown."""

_LINE_BREAKS = frozenset("\n\r\v\f\x85\u2028\u2029")
_UNFIT_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_REPLACEMENT = "\ufffd"
_PHONE_DIGITS = 6

# Where letters stand in the Finnish alphabet when their base letter is not the answer. The
# three after z take the ASCII characters that follow z, so that plain byte order is right.
_FINNISH = {
    "å": "{", "ä": "|", "æ": "|", "ö": "}", "ø": "}", "ü": "y", "ű": "y",
    "ŋ": "n", "đ": "d", "ð": "d", "ŧ": "t", "þ": "th", "ł": "l", "ħ": "h", "ı": "i",
    "ʒ": "z", "œ": "oe",
}  # fmt: skip

# What no mark can be taken from.
_STROKED = str.maketrans("øŋđŧłħıʒ", "ondtlhiz")


class NameFault(StrEnum):
    """Why a text cannot be the name of a player or a club."""

    LINE_BREAK = "line_break"
    CONTROL_CHARACTER = "control_character"
    MARKUP = "markup"
    PHONE_NUMBER = "phone_number"
    FORMULA = "formula"
    NO_LETTERS = "no_letters"
    TOO_LONG = "too_long"


def clean_name(text: str) -> str:
    """The name to keep: trimmed, every run of white space one space, composed (NFC).

    No-break spaces count as white space, and invisible marks at the ends are trimmed too
    (a pasted name often carries one). What is inside a name is never dropped: ask
    `name_faults` first. An empty text gives an empty one.
    """
    return unicodedata.normalize("NFC", " ".join(_trimmed(text).split()))


def fold_name(text: str) -> str:
    """The form in which two names are the same name: case, width, white space and marks that
    cannot be seen make no difference; accents do. Not for showing."""
    visible = "".join(c for c in text if unicodedata.category(c) != "Cf")
    # Case folding can undo composition and composition can bring new capitals: Unicode's own
    # caseless match does both twice, for that reason.
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", visible).casefold())
    return " ".join(unicodedata.normalize("NFKC", folded.casefold()).split())


def found_by(text: str) -> str:
    """The form in which a text is looked for and found: as `fold_name`, and letters without their
    marks (ä as a, š as s, ŋ as n), as people type them where a keyboard has no such letter."""
    base = "".join(
        c for c in unicodedata.normalize("NFD", fold_name(text)) if not unicodedata.combining(c)
    )
    # A mark that stood alone leaves the space it stood on.
    return " ".join(unicodedata.normalize("NFC", base.translate(_STROKED)).split())


def sort_key(name: str) -> str:
    """The key that puts names in Finnish order under plain byte order; ASCII only.

    Surname (the last word) first, then the rest. Case-blind. å, ä and ö follow z in this
    order, other accented letters stand with their base letter (á with a, ŋ with n), ü with
    y, ø with ö, æ with ä. Letters of other alphabets follow all of these. Hyphens count and
    come before letters, other punctuation does not count. At most `MAX_SORT_KEY` characters.
    """
    words = [key for word in fold_name(name).split() if (key := _word_key(word))]
    return " ".join(words[-1:] + words[:-1])[:MAX_SORT_KEY]


def name_faults(text: str) -> tuple[NameFault, ...]:
    """Everything that forbids `text`, as it was typed, as a name; empty where nothing does.

    White space at the ends is no fault. Whether a name is missing is the caller's question:
    for an empty text the answer is empty.
    """
    name = _trimmed(text)
    if not name:
        return ()
    faults = []
    if any(c in _LINE_BREAKS for c in name):
        faults.append(NameFault.LINE_BREAK)
    if unfit_character(name) is not None:
        faults.append(NameFault.CONTROL_CHARACTER)
    if "<" in name or ">" in name:
        faults.append(NameFault.MARKUP)
    if _looks_like_a_phone_number(name):
        faults.append(NameFault.PHONE_NUMBER)
    elif name[0] in "=+-@" and len(name) > 1:
        faults.append(NameFault.FORMULA)
    elif not any(c.isalpha() for c in name):
        faults.append(NameFault.NO_LETTERS)
    if len(clean_name(text)) > MAX_NAME:
        faults.append(NameFault.TOO_LONG)
    return tuple(faults)


def unfit_character(text: str) -> str | None:
    """The first character inside `text` that no name holds, line breaks apart; None for none.

    Control characters (a tab among them), invisible marks, halves of surrogate pairs, and the
    sign for a letter that could not be read.
    """
    for c in _trimmed(text):
        if c in _LINE_BREAKS:
            continue
        if c == _REPLACEMENT or unicodedata.category(c) in _UNFIT_CATEGORIES:
            return c
    return None


def _trimmed(text: str) -> str:
    start, end = 0, len(text)
    while start < end and _can_be_trimmed(text[start]):
        start += 1
    while end > start and _can_be_trimmed(text[end - 1]):
        end -= 1
    return text[start:end]


def _can_be_trimmed(c: str) -> bool:
    return c.isspace() or unicodedata.category(c) == "Cf"


def _looks_like_a_phone_number(name: str) -> bool:
    return bool(re.match(r"\+\d", name)) or sum(c.isdigit() for c in name) >= _PHONE_DIGITS


def _word_key(word: str) -> str:
    return "".join(_letter_key(c) for c in word)


def _letter_key(c: str) -> str:
    if c in _FINNISH:
        return _FINNISH[c]
    decomposed = unicodedata.normalize("NFD", c)
    base = decomposed[0]
    for mark in decomposed[1:]:
        composed = unicodedata.normalize("NFC", base + mark)
        if composed in _FINNISH:
            return _FINNISH[composed]
    if base in _FINNISH:  # a stroked letter with an accent on top
        return _FINNISH[base]
    if base.isascii():
        return base if base.isalnum() or base == "-" else ""
    if unicodedata.category(base)[0] in "LN":
        return f"~{ord(base):06x}"
    return "-" if unicodedata.category(base) == "Pd" else ""
