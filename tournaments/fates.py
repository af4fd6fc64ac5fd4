"""Between withdrawals and matches: what R27, or a decision, makes of the rows there are.

R27 is about matches of pools and of their play-offs: callers hand over no others.

Reads show these changes before anything is written and the write makes the very same ones, so
both work them out here. Nothing here writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from scoring.deals import Side
from scoring.ledger import AwardEntry, Entry, replay
from scoring.rulings import AwardReason
from scoring.withdrawal import Choice, fate_of
from tournaments.fingerprints import fingerprint_of_lines
from tournaments.ledger import format_of, outcome_fields
from tournaments.models import Annulment, Match, Tournament, Withdrawal

InForce = Mapping[int, Withdrawal]
"""Withdrawals in force, by the key of their pair."""


@dataclass(frozen=True)
class Change:
    """What one write makes of one match.

    `annulment` is what it has afterwards. `drops_award`: the forfeit that ends its sheet goes.
    `award` is the pair that a new forfeit goes to, and `awarded_by` the withdrawal it follows
    from. `left_to_hand`: a forfeit should have gone, but the sheet was changed since.
    """

    match: Match
    annulment: str
    drops_award: bool = False
    award: Side | None = None
    awarded_by: Withdrawal | None = None
    left_to_hand: bool = False

    @property
    def writes_sheet(self) -> bool:
        return self.drops_award or self.award is not None

    @property
    def is_one(self) -> bool:
        """Whether anything changes at all; asked before it is carried out."""
        return self.writes_sheet or self.annulment != self.match.annulment

    def kept(self, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """The entries that stay, out of those there are."""
        return tuple(entries[:-1] if self.drops_award else entries)

    def new(self) -> tuple[Entry, ...]:
        """The entries that come behind them."""
        if self.award is None:
            return ()
        return (AwardEntry(self.award, AwardReason.FORFEIT),)


def in_force(tournament: Tournament) -> dict[int, Withdrawal]:
    """The event's withdrawals in force, by the key of their pair (one query)."""
    return {
        withdrawal.pair_id: withdrawal
        for withdrawal in tournament.withdrawals.filter(undone_at__isnull=True)
        if withdrawal.pair_id is not None
    }


def of_withdrawal(
    matches: Iterable[Match], pair: int, withdrawal: Withdrawal, others: InForce
) -> list[Change]:
    """What a new withdrawal, saved or not, of the pair with this key makes of its matches."""
    withdrawn = {**others, pair: withdrawal}
    return [_change(match, withdrawn) for match in matches]


def of_return(matches: Iterable[Match], withdrawal: Withdrawal, others: InForce) -> list[Change]:
    """What undoing a withdrawal makes of its pair's matches; `others` may still hold it."""
    withdrawn = {key: each for key, each in others.items() if each.pk != withdrawal.pk}
    return [_change(match, withdrawn, undone=withdrawal) for match in matches]


def of_annulling(match: Match) -> Change:
    """What the decision to annul makes of a match."""
    return Change(match, Annulment.DECISION.value)


def of_undone_annulling(match: Match, withdrawn: InForce) -> Change:
    """What undoing that decision makes of it: withdrawals made meanwhile take hold."""
    return _change(match, withdrawn, decision_stands=False)


def _change(
    match: Match,
    withdrawn: InForce,
    *,
    undone: Withdrawal | None = None,
    decision_stands: bool = True,
) -> Change:
    written = None if undone is None else _award_revision(undone, match)
    drops = written is not None and match.revision == written
    left = written is not None and not drops
    a, b = withdrawn.get(match.pair_a_id), withdrawn.get(match.pair_b_id)
    fate = fate_of(
        finished=match.is_finished and not drops,
        a=Choice(a.choice) if a else None,
        b=Choice(b.choice) if b else None,
    )
    award, awarded_by = fate.awarded_to, a or b
    if decision_stands and match.annulment == Annulment.DECISION:
        annulment, award = match.annulment, None
    else:
        annulment = Annulment.WITHDRAWAL.value if fate.annulled else ""
    if left or (awarded_by and _award_revision(awarded_by, match) is not None):
        # Somebody took that forfeit away by hand. It is not forced on the sheet again.
        award = None
    return Change(
        match,
        annulment,
        drops_award=drops,
        award=award,
        awarded_by=awarded_by if award else None,
        left_to_hand=left,
    )


def _award_revision(withdrawal: Withdrawal, match: Match) -> int | None:
    """The revision in which a withdrawal last wrote a forfeit on a match's sheet."""
    revisions = [
        effect["revision"]
        for effect in withdrawal.effects
        if effect["match"] == match.number and "revision" in effect
    ]
    return revisions[-1] if revisions else None


def would_be(change: Change, entries: Sequence[Entry]) -> Match:
    """The match as the change leaves it, out of its live entries. Never save it."""
    after = copy(change.match)
    after.annulment = change.annulment
    if change.writes_sheet:
        sheet = (*change.kept(entries), *change.new())
        for name, value in outcome_fields(replay(format_of(after), sheet), len(sheet)).items():
            setattr(after, name, value)
    return after


def fingerprint(matches: Iterable[Match], withdrawn: InForce) -> str:
    """What a page about these matches was made from: it differs once anything of it changed."""
    matches = sorted(matches, key=lambda match: match.number)
    pairs = {pair for match in matches for pair in (match.pair_a_id, match.pair_b_id)}
    told = [
        *(f"{match.number} {match.revision} {match.annulment}" for match in matches),
        *sorted(f"w{withdrawn[pair].pk}" for pair in pairs if pair in withdrawn),
    ]
    return fingerprint_of_lines(told)
