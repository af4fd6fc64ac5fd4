"""Recording a ruling by taps: every key is an address, and the address is the whole state.

?against=A                      the offences, each with what it costs now
  &offence=faulty_show          what will be written                         R15
    &free=1                     the same without using up a deal             R15
  &offence=revoke               which game, whose, the tricks won before     R16
    &game=rami&declarer=B&a=3&b=2
  &offence=signalling           what will be written                         R17, R18
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar
from urllib.parse import parse_qsl, urlencode

from scoring.deals import TRICKS_IN_DEAL, Game, Side
from scoring.ledger import AwardEntry, DealEntry, Entry, PenaltyEntry, PlayRuling
from scoring.ruleset import Ruleset
from scoring.rulings import AwardReason, Penalty, PlayOffence
from tournaments.queries.sheets import SheetView
from tournaments.ruling_sentences import Cost, cost_of

MOST_BEFORE = TRICKS_IN_DEAL - 1
"""The most tricks both pairs can have won before an offence in play."""

AnyOffence = Penalty | PlayOffence | AwardReason


class Step(StrEnum):
    AGAINST = "against"
    OFFENCE = "offence"
    GAME = "game"
    DECLARER = "declarer"
    BEFORE_A = "before_a"
    BEFORE_B = "before_b"
    CONFIRM = "confirm"


@dataclass(frozen=True)
class RulingChoice:
    """What was tapped so far. `before_a` and `before_b` are the tricks won before an offence in
    play; `uses_deal` matters to R15 only."""

    against: Side | None = None
    offence: AnyOffence | None = None
    uses_deal: bool = True
    game: Game | None = None
    declarer: Side | None = None
    before_a: int | None = None
    before_b: int | None = None

    @property
    def step(self) -> Step:
        if self.against is None:
            return Step.AGAINST
        if self.offence is None:
            return Step.OFFENCE
        if isinstance(self.offence, PlayOffence):
            if self.game is None:
                return Step.GAME
            if self.game is Game.RAMI and self.declarer is None:
                return Step.DECLARER
            if self.before_a is None:
                return Step.BEFORE_A
            if self.before_b is None:
                return Step.BEFORE_B
        return Step.CONFIRM

    @property
    def entry(self) -> Entry | None:
        """The entry that was chosen; None before the last step."""
        if self.step is not Step.CONFIRM or self.against is None:
            return None
        match self.offence:
            case Penalty():
                return PenaltyEntry(self.offence, self.against, self.uses_deal)
            case AwardReason():
                return AwardEntry(self.against.other, self.offence)
            case PlayOffence() if self.game:
                before = self.before_a or 0, self.before_b or 0
                ruling = PlayRuling(self.offence, self.against, *before)
                return DealEntry(self.game, self.declarer, ruling)
        return None

    @property
    def query(self) -> str:
        """The address of this choice, from its question mark on; "?" for none."""
        values: dict[str, str | int | None] = {
            "against": self.against.value if self.against else None,
            "offence": self.offence.value if self.offence else None,
            "free": None if self.uses_deal else 1,
            "game": self.game.value if self.game else None,
            "declarer": self.declarer.value if self.declarer else None,
            "a": self.before_a,
            "b": self.before_b,
        }
        return "?" + urlencode({name: value for name, value in values.items() if value is not None})

    @property
    def is_penalty(self) -> bool:
        return isinstance(self.offence, Penalty)

    @property
    def is_spread(self) -> bool:
        return self.offence is PlayOffence.FAILED_SPREAD

    @property
    def play_offence(self) -> PlayOffence | None:
        return self.offence if isinstance(self.offence, PlayOffence) else None

    @property
    def of_against(self) -> RulingChoice:
        return RulingChoice(self.against)

    @property
    def of_offence(self) -> RulingChoice:
        return RulingChoice(self.against, self.offence)

    @property
    def of_game(self) -> RulingChoice:
        return replace(self.of_offence, game=self.game)

    @property
    def of_deal(self) -> RulingChoice:
        return replace(self.of_game, declarer=self.declarer)

    @property
    def of_before_a(self) -> RulingChoice:
        return replace(self.of_deal, before_a=self.before_a)

    @property
    def other_use(self) -> RulingChoice:
        """The same offence of R15, using up a deal if it did not and the other way round."""
        return replace(self, uses_deal=not self.uses_deal)


NOTHING_CHOSEN = RulingChoice()


def read_choice(query: Mapping[str, str]) -> tuple[RulingChoice, bool]:
    """The choice an address holds, and whether all of it could be read.

    What cannot be read is left out, with all that builds on it.
    """
    choice = RulingChoice(_read(Side, query.get("against", "")))
    if choice.against:
        choice = replace(choice, offence=_offence(query.get("offence", "")))
    if choice.is_penalty:
        choice = replace(choice, uses_deal=query.get("free", "") != "1")
    elif choice.play_offence:
        choice = _read_deal(choice, query)
    names = ("against", "offence", "free", "game", "declarer", "a", "b")
    asked = {name: query[name] for name in names if query.get(name)}
    return choice, asked.items() <= dict(parse_qsl(choice.query[1:])).items()


def _read_deal(choice: RulingChoice, query: Mapping[str, str]) -> RulingChoice:
    game = _read(Game, query.get("game", ""))
    if choice.is_spread:
        game = Game.RAMI
    choice = replace(choice, game=game)
    if game is Game.RAMI:
        choice = replace(choice, declarer=_read(Side, query.get("declarer", "")))
    if choice.step is not Step.BEFORE_A:
        return choice
    choice = replace(choice, before_a=_tricks(query.get("a", ""), MOST_BEFORE))
    if choice.before_a is None:
        return choice
    most = MOST_BEFORE - choice.before_a
    return replace(choice, before_b=_tricks(query.get("b", ""), most))


@dataclass(frozen=True)
class Offer:
    """An offence to choose, with what it costs now; None where that depends on the deal (R16)."""

    choice: RulingChoice
    offence: AnyOffence
    cost: Cost | None


def offers(choice: RulingChoice, sheet: SheetView, rules: Ruleset) -> dict[str, list[Offer]]:
    """Every offence the chosen pair can have committed, by rule: R15, R16 and R17-R18.

    Whether a penalty uses up its deal is what `rules` have as the event's default.
    """
    groups: dict[str, list[Offer]] = {}
    kinds: dict[str, type[AnyOffence]] = {
        "penalty": Penalty,
        "play": PlayOffence,
        "award": AwardReason,
    }
    for name, kind in kinds.items():
        groups[name] = []
        for offence in kind:
            chosen = replace(choice.of_against, offence=offence)
            if isinstance(offence, Penalty):
                chosen = replace(chosen, uses_deal=rules.penalty_uses_deal)
            if offence is PlayOffence.FAILED_SPREAD:
                chosen = replace(chosen, game=Game.RAMI)
            entry = chosen.entry
            groups[name].append(Offer(chosen, offence, cost_of(sheet, entry) if entry else None))
    return groups


@dataclass(frozen=True)
class BeforeKey:
    """A number of tricks won before the offence. `cost` is None until both pairs' are known."""

    choice: RulingChoice
    tricks: int
    cost: Cost | None


def before_keys(choice: RulingChoice, sheet: SheetView) -> tuple[BeforeKey, ...]:
    """The numbers of tricks that the pair asked about can have won before the offence (R16)."""
    if choice.step is Step.BEFORE_A:
        return tuple(
            BeforeKey(replace(choice, before_a=tricks), tricks, None)
            for tricks in range(MOST_BEFORE + 1)
        )
    if choice.step is not Step.BEFORE_B or choice.before_a is None:
        return ()
    keys = []
    for tricks in range(MOST_BEFORE - choice.before_a + 1):
        chosen = replace(choice, before_b=tricks)
        entry = chosen.entry
        keys.append(BeforeKey(chosen, tricks, cost_of(sheet, entry) if entry else None))
    return tuple(keys)


_Code = TypeVar("_Code", bound=StrEnum)


def _read(kind: type[_Code], text: str) -> _Code | None:
    try:
        return kind(text)
    except ValueError:
        return None


def _offence(text: str) -> AnyOffence | None:
    return _read(Penalty, text) or _read(PlayOffence, text) or _read(AwardReason, text)


def _tricks(text: str, most: int) -> int | None:
    if not text.isascii() or not text.isdecimal() or len(text) > 2:
        return None
    return tricks if (tricks := int(text)) <= most else None
