"""The records of an event out of its sheets."""

from __future__ import annotations

from scoring.feats import Feat, Feats, Most, MostByMatch, MostByPair, PlayedSheet, feats_of
from scoring.ledger import FormatKind, MatchFormat, replay
from scoring.notation import parse_sheet

NONE = Feats(None, None, (), None, None, None, None)


def sheet(
    match: int, a: str, b: str, notation: str, *, deals: int = 4, kind: str = "fixed"
) -> PlayedSheet:
    match_format = MatchFormat(FormatKind(kind), deals)
    entries = parse_sheet(notation, match_format)
    return PlayedSheet(match, a, b, match_format.kind, replay(match_format, entries))


def test_an_event_without_a_deal_has_no_records() -> None:
    assert feats_of([]) == NONE
    assert feats_of([sheet(1, "P", "Q", "")]) == NONE
    assert not NONE.any


def test_records_name_who_holds_them_where_and_in_which_deal() -> None:
    sheets = [
        # Q rises to 24 and falls, robs P, and falls when that rise is played out after deal 4.
        sheet(1, "P", "Q", "rb10 rb8 n/ ra6 n/"),
        # A nälsy: R declared and took nothing.
        sheet(2, "R", "P", "na6 n/ ra0"),
        # Played out to a tuppi of 28 and 28 in two deals.
        sheet(3, "S", "R", "ra13 ra13"),
        # Under way.
        sheet(4, "S", "Q", "rb9 rb9 rb8"),
    ]
    assert feats_of(sheets) == Feats(
        highest_rise=Most(56, (Feat(2, "P", 3), Feat(3, "S", 2))),
        most_tuppis=MostByPair(1, ("P", "S")),
        nalsys=(Feat(2, "P", 3),),
        longest_match=MostByMatch(5, (1,)),
        most_robberies=MostByPair(1, ("Q", "P")),
        most_robberies_in_match=MostByMatch(1, (1, 2)),
        fastest_tuppi=Most(2, (Feat(3, "S", 2),)),
    )


def test_a_fallen_rise_counts_and_one_completed_by_a_judgement_does_not() -> None:
    fell = sheet(1, "P", "Q", "ra13 ra11 n/")
    judged = sheet(2, "R", "S", "ra8 =a:signalling")
    assert feats_of([fell, judged]).highest_rise == Most(48, (Feat(1, "P", 2),))
    assert feats_of([judged]).highest_rise == Most(8, (Feat(2, "R", 1),))


def test_a_match_judged_to_tuppi_is_a_tuppi_only_where_the_club_reads_it_so() -> None:
    sheets = [sheet(1, "P", "Q", "ra8 =b:signalling"), sheet(2, "P", "Q", "ra13 ra13")]
    assert feats_of(sheets).most_tuppis == MostByPair(1, ("P",))
    both = feats_of(sheets, award_is_tuppi=True)
    assert both.most_tuppis == MostByPair(1, ("P", "Q"))
    assert both.fastest_tuppi == Most(2, (Feat(2, "P", 2),))


def test_a_bare_result_tells_a_tuppi_and_neither_rise_nor_length() -> None:
    found = feats_of([sheet(1, "P", "Q", "b76-24t")])
    assert found == Feats(None, MostByPair(1, ("Q",)), (), None, None, None, None)


def test_a_play_off_match_counts_in_robberies_only() -> None:
    found = feats_of([sheet(1, "P", "Q", "ra13 ra13 ra6 na6", kind="play_off")])
    assert found == Feats(None, None, (), None, MostByPair(1, ("Q",)), MostByMatch(1, (1,)), None)


def test_a_robbery_that_only_ended_a_rise_is_one_too() -> None:
    """Two robberies of Q in one match, the first of them unbooked."""
    found = feats_of([sheet(1, "P", "Q", "na6 ra5 ra4 nb6", deals=16)])
    assert found.most_robberies == MostByPair(2, ("Q",))
    assert found.most_robberies_in_match == MostByMatch(2, (1,))
