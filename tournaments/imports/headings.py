"""Headings of entry lists, in Finnish and English, as organisers write them."""

import re
from dataclasses import dataclass
from enum import StrEnum

from tournaments.names import fold_name


class HeadingKind(StrEnum):
    """What a heading says of its column; which player it belongs to is another question."""

    PERSON = "person"
    PARTNER = "partner"
    PAIR = "pair"
    SURNAME = "surname"
    FIRST_NAME = "first_name"
    CLUB = "club"
    NUMBER = "number"
    PAID = "paid"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading that was understood. `player`: 1 or 2 where it says so, else None.
    `surname_first`: it says that names begin with the surname."""

    kind: HeadingKind
    player: int | None = None
    surname_first: bool = False


_WORDS = {
    HeadingKind.PERSON: (
        "pelaaja", "pelaajan nimi", "pelaaja nimi", "nimi", "osallistuja", "osallistujan nimi",
        "etunimi sukunimi", "etunimi ja sukunimi", "etu ja sukunimi",
        "player", "player name", "name", "full name", "participant", "first name last name",
        "first name surname",
    ),
    HeadingKind.PARTNER: (
        "pelipari", "pelikaveri", "kaveri", "kumppani", "parin nimi", "partner", "partner name",
        "partner s name",
    ),
    HeadingKind.PAIR: (
        "pari", "parit", "pelaajat", "pelaajien nimet", "nimet", "osallistujat", "joukkue",
        "pair", "pairs", "players", "names", "participants", "team",
    ),
    HeadingKind.SURNAME: (
        "sukunimi", "pelaajan sukunimi", "surname", "last name", "family name", "lastname",
    ),
    HeadingKind.FIRST_NAME: (
        "etunimi", "etunimet", "pelaajan etunimi", "first name", "given name", "forename",
        "firstname",
    ),
    HeadingKind.CLUB: (
        "kerho", "seura", "kerhot", "seurat", "yhdistys", "pelaajan kerho", "pelaaja kerho",
        "pelaajan seura", "kerho seura", "seura kerho", "club", "clubs", "player club",
        "player s club",
    ),
    HeadingKind.NUMBER: (
        "nro", "no", "nr", "n o", "n:o", "numero", "pari nro", "pari no", "pari numero",
        "parinro", "parinumero", "parin numero", "järjestysnumero", "jnro", "#",
        "number", "pair number", "pair no", "num",
    ),
    HeadingKind.PAID: (
        "maksettu", "maksanut", "maksu", "osallistumismaksu", "osanottomaksu", "paid",
        "payment", "fee", "fee paid", "entry fee",
    ),
    HeadingKind.PLACE: (
        "sija", "sijoitus", "sijaluku", "sijoittuminen", "place", "rank", "position", "placing",
    ),
}  # fmt: skip
_SURNAME_FIRST = (
    "sukunimi etunimi", "sukunimi ja etunimi", "suku ja etunimi", "sukunimi etunimet",
    "last name first name", "surname first name", "surname given name", "surname name",
)  # fmt: skip
_KIND_OF = {words: kind for kind, phrases in _WORDS.items() for words in phrases}
_PLAYERS = {"1": 1, "i": 1, "a": 1, "2": 2, "ii": 2, "b": 2}


def read_heading(text: str) -> Heading | None:
    """The heading that `text` is, or None where it is none that is known.

    Case and punctuation make no difference. A player is named by 1 or 2, I or II, A or B,
    anywhere in it: "Pelaaja 1", "1. pelaaja", "Pelaajan 2 kerho", "kerho2".
    """
    if len(text) > 60:
        return None
    words = re.sub(r"[\s.,;/()&'’_–-]+", " ", fold_name(text)).strip(" :")
    heading = _look_up(words, None)
    if heading is not None:
        return heading
    parts = re.sub(r"(?<=[^\W\d])([12])$", r" \1", words).split()
    for index, part in enumerate(parts):
        if part in _PLAYERS:
            return _look_up(" ".join(parts[:index] + parts[index + 1 :]), _PLAYERS[part])
    return None


def _look_up(words: str, player: int | None) -> Heading | None:
    if words in _SURNAME_FIRST:
        return Heading(HeadingKind.PERSON, player, surname_first=True)
    kind = _KIND_OF.get(words)
    return None if kind is None else Heading(kind, player)
