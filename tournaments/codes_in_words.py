"""Codes of the rules in words: offences, and what can be wrong with a score sheet."""

from django.utils.translation import gettext_lazy as _

OFFENCES = {
    # R15
    "show_out_of_turn": _("showed out of turn"),
    "faulty_show": _("faulty show"),
    "third_misdeal": _("third misdeal running"),
    # R16
    "play_out_of_turn": _("played out of turn"),
    "revoke": _("revoke"),
    "several_cards": _("several cards at once"),
    "looked_at_turned_trick": _("looked at a turned trick"),
    "failed_spread": _("failed spread"),
    # R17, R18
    "signalling": _("signalling"),
    "forfeit": _("forfeit"),
    "late": _("late"),
    "removed": _("removed from the event"),
}

FAULTS = {
    # the typing itself
    "unreadable": _("This cannot be read."),
    "impossible_points": _(
        "No deal gives these points. Rami won and nolo give 4, 8 … 28, a robbed rami 8, 16 … 56."
    ),
    "too_long": _("The text is too long for a score sheet. Write one match only."),
    # the rules
    "malformed": _(
        "This does not fit here. A bare result stands alone on the sheet, "
        "and a spread can fail in rami only."
    ),
    "match_over": _(
        "The match was over before this line. Leave the line out, "
        "or mend the line that ended the match."
    ),
    "unknown_game": _("The game is not known. Begin with r for rami or n for nolo."),
    "declarer_missing": _("A rami needs its declarer's pair. Write ra or rb."),
    "declarer_in_nolo": _("A nolo has no declarer."),
    "tricks_out_of_range": _("Tricks are 0 to 13. Before a ruling they are at most 12 together."),
    "cut_short_without_fall": _(
        "Nobody was on the rise here who could fall. Write the tricks of the deal."
    ),
    "unknown_offence": _("The word after the colon is not known. The words are listed below."),
    "impossible_result": _(
        "These match points cannot be. They are multiples of 4, the winner named has more, "
        "a tuppi (t) has at least 52, and a match to tuppi ends with one."
    ),
}
"""What is wrong, by `NotationCode` and `FaultCode`."""

HINTS = {
    "r": _("Rami: pair A declared and took 8 tricks is ra8. Not played on: ra/."),
    "n": _("Nolo: pair A took 4 tricks is na4. Not played on: n/."),
    "!": _("28 points against pair A: !a. Not using up a deal: !a-."),
    "=": _("The match to pair A: =a:forfeit."),
    "a": _("Only the result, A won 76 to 24: a76-24. By a tuppi: a76-24t."),
    "b": _("Only the result, B won 76 to 24: b76-24. By a tuppi: b76-24t."),
    "": _("Rami begins with r, nolo with n, for example ra8 or na4."),
}
"""What to write instead, by the letter the typing begins with; "" for any other."""

HINTED = frozenset({"unreadable", "impossible_points", "declarer_missing", "unknown_game"})
"""Faults whose sentence is followed by a hint."""
