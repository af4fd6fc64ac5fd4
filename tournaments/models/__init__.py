"""The tables, by subject: people, events, play, the audit trail."""

from tournaments.models.audit import AuditRecord, OneTimeLink
from tournaments.models.draws import Draw, Pool, PoolPlace
from tournaments.models.entries import SignUp, Substitution
from tournaments.models.event import (
    Course,
    ImportDraft,
    Membership,
    Pair,
    PairPlayer,
    PlayingDay,
    Role,
    Tournament,
)
from tournaments.models.knockout import Bracket, LockedField, Lot
from tournaments.models.people import Club, Player, User
from tournaments.models.play import Annulment, LedgerEntry, Match, SheetRevision, Stage
from tournaments.models.rulings import JuryDecision, JuryMember, Ruling
from tournaments.models.tables import Confirmation, RefereeCall, TableLink, WrongTry
from tournaments.models.withdrawals import Withdrawal

__all__ = [
    "Annulment",
    "AuditRecord",
    "Bracket",
    "Club",
    "Confirmation",
    "Course",
    "Draw",
    "ImportDraft",
    "JuryDecision",
    "JuryMember",
    "LedgerEntry",
    "LockedField",
    "Lot",
    "Match",
    "Membership",
    "OneTimeLink",
    "Pair",
    "PairPlayer",
    "Player",
    "PlayingDay",
    "Pool",
    "PoolPlace",
    "RefereeCall",
    "Role",
    "Ruling",
    "SheetRevision",
    "SignUp",
    "Stage",
    "Substitution",
    "TableLink",
    "Tournament",
    "User",
    "Withdrawal",
    "WrongTry",
]
