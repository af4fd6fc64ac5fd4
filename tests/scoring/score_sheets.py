"""Score sheets for tests: written in the short notation, or any that the rules allow."""

from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import strategies as st

from scoring.deals import Game, Side
from scoring.faults import Fault
from scoring.ledger import (
    AwardEntry,
    CutShort,
    DealEntry,
    Entry,
    FormatKind,
    Ledger,
    MatchFormat,
    PenaltyEntry,
    PlayRuling,
    ResultEntry,
    Scorer,
    Tricks,
    replay,
)
from scoring.notation import parse_sheet
from scoring.rulings import AwardReason, Penalty, PlayOffence

T = TypeVar("T")
Sheet = tuple[MatchFormat, tuple[Entry, ...]]

TO_TUPPI = MatchFormat(FormatKind.TO_TUPPI, None)
PLAY_OFF = MatchFormat(FormatKind.PLAY_OFF, 4)
LEVEL_AFTER_12 = "na6 na7 na7 na6 na6 na7 na7 na6 na6 na7 na7 na6"


def fixed(deals: int) -> MatchFormat:
    return MatchFormat(FormatKind.FIXED, deals)


def sheet(text: str, match_format: MatchFormat | None = None) -> Ledger:
    """The ledger of a sheet in the short notation, of sixteen deals unless said otherwise."""
    match_format = match_format or fixed(16)
    return replay(match_format, parse_sheet(text, match_format))


def rises(ledger: Ledger) -> list[str]:
    """The running rise after each row, as it is called out: "A20", or "-" at the table."""
    return [
        f"A{row.rise.a}" if row.rise.a else f"B{row.rise.b}" if row.rise.b else "-"
        for row in ledger.rows
    ]


def answer(call: Callable[..., T], *arguments: Any) -> T | Fault:
    """What a call gives, or the fault it raises."""
    try:
        return call(*arguments)
    except Fault as fault:
        return fault


formats = st.one_of(
    st.builds(fixed, st.sampled_from([1, 2, 3, 4, 12])), st.just(TO_TUPPI), st.just(PLAY_OFF)
)
sides = st.sampled_from(Side)
tricks = st.builds(Tricks, st.integers(0, 13))
cut_shorts = st.builds(CutShort, sides)


@st.composite
def rulings(draw: st.DrawFn, game: Game) -> PlayRuling:
    offences = [each for each in PlayOffence if game is Game.RAMI or each != "failed_spread"]
    before_a = draw(st.integers(0, 12))
    before_b = draw(st.integers(0, 12 - before_a))
    return PlayRuling(draw(st.sampled_from(offences)), draw(sides), before_a, before_b)


@st.composite
def deals(draw: st.DrawFn) -> DealEntry:
    game = draw(st.sampled_from(Game))
    declarer = draw(sides) if game is Game.RAMI else None
    # Mostly deals played to the end, as on paper.
    outcome = draw(st.one_of(tricks, tricks, cut_shorts, rulings(game)))
    return DealEntry(game, declarer, outcome)


penalties = st.builds(PenaltyEntry, st.sampled_from(Penalty), sides, st.booleans())
awards = st.builds(AwardEntry, sides, st.sampled_from(AwardReason))
results = st.builds(
    ResultEntry,
    sides,
    st.integers(0, 50).map(lambda number: 4 * number),
    st.integers(0, 50).map(lambda number: 4 * number),
    st.booleans(),
)
entries = st.one_of(deals(), deals(), deals(), deals(), penalties, awards, results)


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Any sheet that keeps the rules, finished or not."""
    match_format = draw(formats)
    scorer = Scorer(match_format)
    taken: list[Entry] = []
    for entry in draw(st.lists(entries, max_size=25)):
        if scorer.is_finished:
            break
        try:
            scorer.add(entry)
        except Fault:
            continue
        taken.append(entry)
    return match_format, tuple(taken)
