"""What holds of every sheet that keeps the rules."""

from hypothesis import given
from score_sheets import Sheet, answer, entries, sheets

from scoring.deals import Game, Side
from scoring.faults import Fault
from scoring.ledger import (
    AwardEntry,
    CutShort,
    DealEntry,
    Entry,
    EntryKind,
    Ledger,
    PenaltyEntry,
    PerSide,
    PlayRuling,
    ResultEntry,
    RowEvent,
    Tricks,
    append,
    options_of,
    replay,
)
from scoring.records import read_entry, write_entry


@given(sheets())
def test_match_points_are_the_sum_of_all_that_was_booked(sheet: Sheet) -> None:
    ledger = replay(*sheet)
    if any(row.kind is EntryKind.RESULT for row in ledger.rows):
        return
    for side in Side:
        booked = sum(row.points for row in ledger.rows if row.winner is side)
        assert ledger.total.of(side) == booked


@given(sheets())
def test_match_points_are_the_sum_of_all_rises_fallen_ones_included(sheet: Sheet) -> None:
    ledger = replay(*sheet)
    if sheet[0].kind == "play_off" or any(row.kind is EntryKind.RESULT for row in ledger.rows):
        return
    for side in Side:
        ended = standing = 0
        for row in ledger.rows:
            if row.rise.of(side) < standing:
                ended += standing
            standing = row.rise.of(side)
        assert ledger.total.of(side) == ended + standing


@given(sheets())
def test_one_pair_at_most_is_on_the_rise(sheet: Sheet) -> None:
    assert all(0 in (row.rise.a, row.rise.b) for row in replay(*sheet).rows)


@given(sheets())
def test_a_fall_books_nothing_and_clears_the_table(sheet: Sheet) -> None:
    for row in replay(*sheet).rows:
        if row.event is RowEvent.FALL:
            assert (row.points, row.rise) == (0, PerSide(0, 0))


@given(sheets())
def test_deals_are_numbered_one_after_the_other(sheet: Sheet) -> None:
    ledger = replay(*sheet)
    numbers = [row.deal for row in ledger.rows if row.deal is not None]
    assert numbers == list(range(1, ledger.deals_played + 1))


@given(sheets())
def test_the_replay_of_a_beginning_is_the_beginning_of_the_replay(sheet: Sheet) -> None:
    match_format, taken = sheet
    whole = replay(match_format, taken)
    going_on = replay(match_format, [])
    for count, entry in enumerate(taken):
        beginning = replay(match_format, taken[:count])
        assert beginning.rows == whole.rows[:count]
        assert not beginning.is_finished
        assert going_on == beginning
        going_on = append(going_on, match_format, entry)
    assert going_on == whole


def swapped(entry: Entry) -> Entry:
    if isinstance(entry, PenaltyEntry):
        return PenaltyEntry(entry.offence, entry.against.other, entry.counts_as_deal)
    if isinstance(entry, AwardEntry):
        return AwardEntry(entry.to.other, entry.reason)
    if isinstance(entry, ResultEntry):
        return ResultEntry(entry.winner.other, entry.total_b, entry.total_a, entry.tuppi)
    outcome = entry.outcome
    if isinstance(outcome, Tricks):
        outcome = Tricks(13 - outcome.tricks_a)
    elif isinstance(outcome, CutShort):
        outcome = CutShort(outcome.winner.other)
    else:
        outcome = PlayRuling(
            outcome.offence,
            outcome.against.other,
            outcome.tricks_before_b,
            outcome.tricks_before_a,
        )
    return DealEntry(entry.game, entry.declarer and entry.declarer.other, outcome)


def seen(ledger: Ledger, side: Side) -> list[object]:
    """Everything in a ledger as one of the pairs sees it: its own first."""
    other = side.other
    return [
        *(
            (
                row.kind,
                row.deal,
                row.winner is side,
                row.points,
                row.robbery,
                row.event,
                row.rise.of(side),
                row.rise.of(other),
                row.total.of(side),
                row.total.of(other),
            )
            for row in ledger.rows
        ),
        (ledger.state, ledger.winner is side, ledger.winner is other, ledger.decided_by),
        (ledger.total.of(side), ledger.total.of(other), ledger.rise.of(side)),
        (ledger.rise.of(other), ledger.deals_played, ledger.nalsy),
    ]


@given(sheets())
def test_swapping_the_pairs_swaps_everything(sheet: Sheet) -> None:
    match_format, taken = sheet
    mirrored = replay(match_format, [swapped(entry) for entry in taken])
    assert seen(mirrored, Side.B) == seen(replay(match_format, taken), Side.A)


def accepts(ledger: Ledger, sheet: Sheet, entry: Entry) -> bool:
    return isinstance(answer(append, ledger, sheet[0], entry), Ledger)


@given(sheets())
def test_what_can_come_next_is_what_is_taken(sheet: Sheet) -> None:
    ledger = replay(*sheet)
    options = options_of(ledger, sheet[0])
    taken = {
        side: accepts(ledger, sheet, DealEntry(Game.NOLO, None, CutShort(side))) for side in Side
    }
    assert taken == {side: side is options.cut_short_winner for side in Side}
    deal = DealEntry(Game.NOLO, None, Tricks(6))
    assert accepts(ledger, sheet, deal) == options.takes_entry
    if options.takes_entry:
        assert append(ledger, sheet[0], deal).rows[-1].deal == options.deal
    result = ResultEntry(Side.A, 60, 0, tuppi=options.may_be_tuppi)
    assert accepts(ledger, sheet, result) == options.takes_result


@given(entries)
def test_an_entry_reads_back_from_its_record(entry: Entry) -> None:
    read = answer(read_entry, write_entry(entry))
    if isinstance(entry, ResultEntry) and isinstance(read, Fault):
        assert read.code == "impossible_result"
    else:
        assert read == entry
