"""Why a file is not taken as an archive: codes, and each in words."""

from __future__ import annotations

from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class FaultCode(StrEnum):
    """Every reason to refuse a file. The first one found is named."""

    TOO_LARGE = "too_large"
    NOT_TEXT = "not_text"
    NOT_JSON = "not_json"
    TOO_DEEP = "too_deep"
    DOUBLED_KEY = "doubled_key"
    UNFIT_NUMBER = "unfit_number"
    UNFIT_TEXT = "unfit_text"
    FOREIGN = "foreign"
    NEWER = "newer"
    CHANGED = "changed"
    MALFORMED = "malformed"
    ORDER = "order"
    REFERENCE = "reference"
    CONTRADICTION = "contradiction"
    RULES = "rules"
    DRAW = "draw"
    LOT = "lot"
    BRACKET = "bracket"
    SHEET = "sheet"
    OUTCOME = "outcome"
    NOT_KEPT = "not_kept"


_SENTENCES = {
    FaultCode.TOO_LARGE: gettext_lazy("The file is too large for the archive of an event."),
    FaultCode.NOT_TEXT: gettext_lazy("The file is no text in UTF-8, so it is no archive."),
    FaultCode.NOT_JSON: gettext_lazy(
        "The file is no whole JSON: it is damaged, cut off, or something else than an archive."
    ),
    FaultCode.TOO_DEEP: gettext_lazy("The file is nested too deeply for an archive."),
    FaultCode.DOUBLED_KEY: gettext_lazy("The file is damaged: it says one thing twice."),
    FaultCode.UNFIT_NUMBER: gettext_lazy("The file holds a number that no archive holds."),
    FaultCode.UNFIT_TEXT: gettext_lazy("The file holds a character that cannot be kept."),
    FaultCode.FOREIGN: gettext_lazy("The file is no archive of an event of Tuppiliitto."),
    FaultCode.NEWER: gettext_lazy(
        "The archive was made by a newer version of Tuppiliitto. Bring this site up to date first."
    ),
    FaultCode.CHANGED: gettext_lazy(
        "The archive is not as it was made: it is damaged, or somebody changed it."
    ),
    FaultCode.MALFORMED: gettext_lazy("The archive is damaged: something is missing or unsound."),
    FaultCode.ORDER: gettext_lazy("The archive is damaged: its parts are out of order."),
    FaultCode.REFERENCE: gettext_lazy(
        "The archive is damaged: it names something that it does not hold."
    ),
    FaultCode.CONTRADICTION: gettext_lazy("The archive is damaged: it contradicts itself."),
    FaultCode.RULES: gettext_lazy(
        "The archive is damaged: its event has rules that no event of this site can have."
    ),
    FaultCode.DRAW: gettext_lazy(
        "The archive is damaged: drawing again from the seed of a draw gives other pools."
    ),
    FaultCode.LOT: gettext_lazy(
        "The archive is damaged: drawing again from the seed of a lot gives another order."
    ),
    FaultCode.BRACKET: gettext_lazy(
        "The archive is damaged: drawing the knock-out again from its seed gives another bracket."
    ),
    FaultCode.SHEET: gettext_lazy("The archive is damaged: a score sheet breaks the rules."),
    FaultCode.OUTCOME: gettext_lazy(
        "The archive is damaged: the outcome of a match is not what its score sheet gives."
    ),
    FaultCode.NOT_KEPT: gettext_lazy(
        "The archive is damaged: it holds something that this site would not keep as it is."
    ),
}


class ArchiveFault(Exception):
    """A file that is no sound archive; `where` is the place in it, "" for the whole file."""

    def __init__(self, code: FaultCode, where: str = "") -> None:
        super().__init__(code, where)
        self.code = code
        self.where = where

    def __str__(self) -> str:
        return f"{self.code} {self.where}".rstrip()

    @property
    def sentence(self) -> str:
        """What is wrong and where, in words."""
        said = str(_SENTENCES[self.code])
        if not self.where:
            return said
        return _("%(said)s Place in the file: %(where)s.") % {"said": said, "where": self.where}
