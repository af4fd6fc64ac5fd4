"""Whether an archive holds together: its form, its references, its sheets, its outcomes."""

from __future__ import annotations

from tournaments.archive.checks_draws import check_draws
from tournaments.archive.checks_entries import check_entries
from tournaments.archive.checks_knockout import check_knockout
from tournaments.archive.checks_tables import check_tables
from tournaments.archive.faults import ArchiveFault, FaultCode
from tournaments.archive.form import archive_form, effect_of_annulling, effect_of_award
from tournaments.archive.references import refuse_disorder, refuse_unknown
from tournaments.archive.shapes import malformed
from tournaments.archive.sheets import Replays, check_sheet
from tournaments.archive.text import Value
from tournaments.archive.writing import IMPORT_VERB, UNTOLD_DETAILS
from tournaments.models import Annulment, JuryDecision

ORDERED = {
    "days": ("date",),
    "pairs": ("pair",),
    "sign_ups": ("sign_up",),
    "draws": ("draw",),
    "pools": ("draw", "pool"),
    "matches": ("match",),
    "lots": ("lot",),
    "fields": ("field",),
    "brackets": ("bracket",),
    "jury": ("seat",),
    "decisions": ("decision",),
}
"""What stands in the order of which keys, each of their values once."""


def check_archive(value: Value) -> None:
    """Raises ArchiveFault for the first thing unsound in an archive of this version. Whether its
    draws can be made again is asked by `checks_draws.refuse_other_draws`."""
    archive_form(value, "")
    for part, keys in ORDERED.items():
        refuse_disorder([tuple(each[key] for key in keys) for each in value[part]], part)
    check_entries(value)
    check_knockout(value)
    check_draws(value)
    replays = Replays()
    for index, match in enumerate(value["matches"]):
        check_sheet(match, f"matches[{index}]", replays)
    check_tables(value)
    _check_withdrawals(value)
    _check_annulments(value)
    _check_decisions(value)
    _check_log(value)


def _check_withdrawals(value: Value) -> None:
    """A pair withdraws once at a time; what a withdrawal in force did is there to be undone."""
    pairs = {pair["pair"] for pair in value["pairs"]}
    matches = {match["match"]: match for match in value["matches"]}
    withdrawn: set[int] = set()
    for index, withdrawal in enumerate(value["withdrawals"]):
        where = f"withdrawals[{index}]"
        pair, in_force = withdrawal["pair"], withdrawal["undone"] is None
        refuse_unknown(pair, pairs, f"{where}.pair")
        if pair is not None and pair != withdrawal["pair_number"]:
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.pair")
        if in_force and (pair is None or pair in withdrawn or withdrawal["left"]):
            raise ArchiveFault(FaultCode.CONTRADICTION, where)
        if in_force:
            withdrawn.add(pair)
        for place, effect in enumerate(withdrawal["effects"]):
            at = f"{where}.effects[{place}]"
            (effect_of_award if "revision" in effect else effect_of_annulling)(effect, at)
            if effect.get("annulled") is False:
                raise malformed(f"{at}.annulled")
            if not in_force:
                continue
            match = matches.get(effect["match"])
            if match is None or pair not in (match["a"], match["b"]):
                raise ArchiveFault(FaultCode.REFERENCE, f"{at}.match")
            if effect.get("revision", 0) > match["first_revision"] + len(match["revisions"]):
                raise ArchiveFault(FaultCode.REFERENCE, f"{at}.revision")


def _check_annulments(value: Value) -> None:
    """What a withdrawal annulled can be undone with it, so it must be in force; only what was
    annulled with its whole draw stays for good."""
    withdrawn = {each["pair"] for each in value["withdrawals"] if each["undone"] is None}
    for index, match in enumerate(value["matches"]):
        annulled = match["annulled"]
        if not match["live"] or annulled is None or annulled["by"] != Annulment.WITHDRAWAL:
            continue
        if not withdrawn & {match["a"], match["b"]}:
            raise ArchiveFault(FaultCode.REFERENCE, f"matches[{index}].annulled.by")


def _check_decisions(value: Value) -> None:
    pairs = {pair["pair"] for pair in value["pairs"]}
    matches = {match["match"]: match for match in value["matches"]}
    for index, decision in enumerate(value["decisions"]):
        where = f"decisions[{index}]"
        refuse_unknown(decision["pair"], pairs, f"{where}.pair")
        refuse_unknown(decision["match"], matches, f"{where}.match")
        of_points = decision["kind"] == JuryDecision.Kind.POINTS
        if of_points != (decision["points"] is not None):
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.points")
        if of_points and decision["match"] is not None and decision["pair"] is not None:
            match = matches[decision["match"]]
            if decision["pair"] not in (match["a"], match["b"]):
                raise ArchiveFault(FaultCode.REFERENCE, f"{where}.pair")


def _check_log(value: Value) -> None:
    matches = {match["match"] for match in value["matches"]}
    for index, record in enumerate(value["log"]):
        where = f"log[{index}]"
        refuse_unknown(record["match"], matches, f"{where}.match")
        if record["verb"] == IMPORT_VERB:
            raise malformed(f"{where}.verb")
        if not UNTOLD_DETAILS.isdisjoint(record["details"]):
            raise malformed(f"{where}.details")
