"""Who deals, shows first and leads (R5)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from score_sheets import Sheet, answer, sheet, sheets

from scoring.deals import Side
from scoring.faults import Fault
from scoring.ledger import replay
from scoring.rows import EntryKind
from scoring.turns import (
    Seat,
    Seating,
    dealers,
    leader_in_nolo,
    leaders_in_rami,
)

seatings = st.builds(Seating, st.sampled_from([Seat.B1, Seat.B2]), st.sampled_from(Seat))
seats = st.sampled_from(Seat)
deal_counts = st.integers(0, 400)

A1_DEALS = Seating(left_of_a1=Seat.B2, first_dealer=Seat.A1)


def test_the_deal_passes_to_the_left() -> None:
    assert [A1_DEALS.dealer(used_up) for used_up in range(5)] == ["A1", "B2", "A2", "B1", "A1"]


def test_the_elder_hand_sits_left_of_the_dealer() -> None:
    assert [A1_DEALS.elder_hand(used_up) for used_up in range(4)] == ["B2", "A2", "B1", "A1"]


def test_nolo_is_led_by_the_elder_hand() -> None:
    assert leader_in_nolo(A1_DEALS, 1) == "A2"


def test_rami_is_led_from_the_declarers_right_whichever_of_the_pair_declares() -> None:
    assert leaders_in_rami(A1_DEALS, Side.A) == {"A1": "B1", "A2": "B2"}
    assert leaders_in_rami(A1_DEALS, Side.B) == {"B1": "A2", "B2": "A1"}


def test_an_entry_that_used_up_no_deal_leaves_the_dealer() -> None:
    rows = sheet("ra8 !a- !a na4 =b:late").rows
    assert dealers(A1_DEALS, rows) == ("A1", "B2", "B2", "A2", None)


def test_nobody_dealt_a_bare_result() -> None:
    assert dealers(A1_DEALS, sheet("b76-24t").rows) == (None,)


@pytest.mark.parametrize("seat", [Seat.A1, Seat.A2])
def test_partners_do_not_sit_side_by_side(seat: Seat) -> None:
    refused = answer(Seating, seat, Seat.A1)
    assert isinstance(refused, Fault)
    assert refused.code == "malformed"


@given(seatings, seats)
def test_partners_sit_opposite_and_opponents_beside(seating: Seating, seat: Seat) -> None:
    assert seating.left_of(seating.left_of(seat)) is seat.partner
    assert seating.right_of(seating.right_of(seat)) is seat.partner
    assert seating.left_of(seat).side is seat.side.other
    assert seating.right_of(seating.left_of(seat)) is seat
    assert set(seating.clockwise) == set(Seat)


@given(seatings, deal_counts)
def test_each_of_four_deals_running_has_its_own_dealer(seating: Seating, used_up: int) -> None:
    running = [seating.dealer(used_up + more) for more in range(4)]
    assert set(running) == set(Seat)
    assert seating.dealer(used_up + 4) is seating.dealer(used_up)
    assert seating.dealer(used_up + 1) is seating.elder_hand(used_up)


@given(seatings, seats)
def test_the_leader_of_a_rami_is_an_opponent_who_plays_just_before_the_declarer(
    seating: Seating, declarer: Seat
) -> None:
    leader = leaders_in_rami(seating, declarer.side)[declarer]
    assert leader.side is declarer.side.other
    assert seating.left_of(leader) is declarer


@given(seatings, sheets())
def test_every_deal_of_a_sheet_is_dealt_by_the_dealer_of_its_number(
    seating: Seating, taken: Sheet
) -> None:
    rows = replay(*taken).rows
    for row, dealer in zip(rows, dealers(seating, rows), strict=True):
        if row.kind in (EntryKind.AWARD, EntryKind.RESULT):
            assert dealer is None
        elif row.deal is not None:
            assert dealer is seating.dealer(row.deal - 1)
