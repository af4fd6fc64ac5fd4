"""Offences of the rules in words, by their codes."""

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
