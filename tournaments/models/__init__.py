"""The tables, by subject: people, events, play, the audit trail."""

from tournaments.models.audit import AuditRecord, OneTimeLink
from tournaments.models.draws import Draw, Pool, PoolPlace
from tournaments.models.entries import SignUp, Substitution
from tournaments.models.event import (
    ImportDraft,
    Membership,
    Pair,
    PairPlayer,
    PlayingDay,
    Role,
    Tournament,
)
from tournaments.models.people import Club, Player, User
from tournaments.models.play import Annulment, LedgerEntry, Match, SheetRevision
from tournaments.models.rulings import JuryDecision, JuryMember, Ruling
from tournaments.models.withdrawals import Withdrawal

__all__ = [
    "Annulment",
    "AuditRecord",
    "Club",
    "Draw",
    "ImportDraft",
    "JuryDecision",
    "JuryMember",
    "LedgerEntry",
    "Match",
    "Membership",
    "OneTimeLink",
    "Pair",
    "PairPlayer",
    "Player",
    "PlayingDay",
    "Pool",
    "PoolPlace",
    "Role",
    "Ruling",
    "SheetRevision",
    "SignUp",
    "Substitution",
    "Tournament",
    "User",
    "Withdrawal",
]
