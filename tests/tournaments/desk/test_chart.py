"""The rise chart: lines of a sheet to stairs, ticks and flags in whole units."""

from __future__ import annotations

import pytest
from django.utils import translation

from scoring.deals import Side
from scoring.ledger import FormatKind, MatchFormat, replay
from scoring.notation import parse_sheet
from scoring.rulings import TUPPI_POINTS
from tests.tournaments.desk.desk import Desk, plain
from tournaments.actions.sheet_revisions import MAX_ENTRIES
from tournaments.charts import LEFT, MARGIN, RIGHT, WIDTH, Chart, RunEnd, Tick, chart_of
from tournaments.queries.sheets import SheetLine, lines_of
from tournaments.sentences import rise_story

FIXED = MatchFormat(FormatKind.FIXED, 14)
TO_TUPPI = MatchFormat(FormatKind.TO_TUPPI, None)
PLAY_OFF = MatchFormat(FormatKind.PLAY_OFF, 4)
STEP = (WIDTH - LEFT - RIGHT) // 14
MIDDLE = MARGIN + 2 * 52


def sheet(notation: str, match_format: MatchFormat = FIXED) -> tuple[SheetLine, ...]:
    entries = parse_sheet(notation, match_format)
    return lines_of(entries, replay(match_format, entries))


def chart(notation: str, match_format: MatchFormat = FIXED) -> Chart:
    drawn = chart_of(sheet(notation, match_format), match_format.deals)
    assert drawn is not None
    return drawn


def test_a_rise_climbs_deal_by_deal_and_drops_within_the_deal_it_falls_on() -> None:
    run = chart("ra8 na5 nb6").runs[0]
    assert run.path == (
        f"M{LEFT} {MIDDLE}"
        f"V{MIDDLE - 16}H{LEFT + STEP}"
        f"V{MIDDLE - 32}H{LEFT + 2 * STEP}"
        f"H{LEFT + 2 * STEP + STEP // 2}V{MIDDLE}"
    )
    assert (run.side, run.points, run.end) == (Side.A, 16, RunEnd.FALL)


def test_pair_b_rises_below_the_line() -> None:
    run = chart("rb8").runs[0]
    assert run.path == f"M{LEFT} {MIDDLE}V{MIDDLE + 16}H{LEFT + STEP}"
    assert (run.side, run.end) == (Side.B, RunEnd.STANDS)


def test_a_robbery_climbs_in_two_steps() -> None:
    run = chart("ra5").runs[0]
    assert run.path == (
        f"M{LEFT} {MIDDLE}V{MIDDLE + 16}H{LEFT + STEP // 2}V{MIDDLE + 32}H{LEFT + STEP}"
    )


def test_a_fall_has_a_tick_and_two_where_a_robbery_broke_the_rise() -> None:
    first, second = LEFT + STEP + STEP // 2, LEFT + 3 * STEP + STEP // 2
    assert chart("ra8 nb6 ra8 ra5").ticks == (Tick(first, False), Tick(second, True))


def test_a_tuppi_ends_its_rise_above_the_line_of_52() -> None:
    drawn = chart("ra0")
    assert drawn.runs[0].end is RunEnd.TUPPI
    assert drawn.runs[0].points == 56
    assert drawn.tuppi_b == drawn.middle + 2 * 52
    assert drawn.height > drawn.middle + 2 * 56


def test_a_ruling_has_a_flag_on_the_stair_it_made_or_where_the_rise_fell() -> None:
    half = STEP // 2
    assert chart("!b !a").flags == (
        (LEFT + half, MIDDLE - 56),
        (LEFT + STEP + half, MIDDLE),
    )


def test_a_match_given_up_ends_in_an_award() -> None:
    assert chart("ra8 =b:forfeit").runs[-1].end is RunEnd.AWARD


def test_deals_are_numbered_and_lines_that_used_none_up_are_not() -> None:
    assert [number for _x, number in chart("ra8 !b- na4").numbers] == [1, 2]


@pytest.mark.parametrize(
    "notation, match_format", [("", FIXED), ("a76-24", FIXED), ("ra8 na4", PLAY_OFF)]
)
def test_nothing_is_drawn_where_no_rise_ever_stood(
    notation: str, match_format: MatchFormat
) -> None:
    assert chart_of(sheet(notation, match_format), match_format.deals) is None


def test_the_longest_sheet_stays_within_the_drawing() -> None:
    drawn = chart(" ".join(["na6", "n/"] * (MAX_ENTRIES // 2)), TO_TUPPI)
    assert max(drawn.columns) <= WIDTH - RIGHT + 1
    assert len(drawn.numbers) <= 8


def story(notation: str, match_format: MatchFormat = FIXED) -> list[str]:
    entries = parse_sheet(notation, match_format)
    ledger = replay(match_format, entries)
    lines = lines_of(entries, ledger)
    drawn = chart_of(lines, match_format.deals)
    assert drawn is not None
    with translation.override("en"):
        return rise_story(drawn, lines, finished=ledger.is_finished)


def test_the_same_is_told_in_sentences() -> None:
    assert story("ra8 na5 nb6 !a rb0") == [
        "Deal 1: pair A rises, up to 16. Deal 3: it falls.",
        "Deal 4: pair B rises, up to 28. Deal 5: it falls by a robbery.",
        "Deal 4: 28 against pair A: faulty show.",
    ]


def test_robberies_are_told_where_a_rise_begins_and_where_it_grows() -> None:
    assert story("ra8 rb-24 ra7") == [
        "Deal 1: pair A rises, up to 36 so far. Deal 2: it robs the deal."
    ]
    assert story("ra5 rb8 ra7") == [
        "Deal 1: pair B rises by a robbery, up to 24. Deal 3: it falls."
    ]


def test_a_fall_by_a_robbery_is_told() -> None:
    assert story("ra8 ra5") == ["Deal 1: pair A rises, up to 8. Deal 2: it falls by a robbery."]


def test_a_tuppi_by_a_robbery_is_told() -> None:
    assert story("ra0") == ["Deal 1: pair B rises by a robbery. Deal 1: a tuppi, 56."]
    assert story("ra13 rb4") == ["Deal 1: pair A rises. Deal 2: a tuppi by a robbery, 52."]


def test_an_award_that_makes_a_rise_up_is_told_apart_from_the_rise_itself() -> None:
    assert story("ra10 ra9 =a:signalling") == [
        "Deal 1: pair A rises, up to 28. The match is awarded: the rise is made up to 52.",
        "The match is awarded: to pair A: signalling.",
    ]
    assert story("ra8 =b:forfeit") == [
        "Deal 1: pair A rises, up to 8. The match is awarded: this rise ends.",
        "The match is awarded: pair B is given a rise of 52.",
        "The match is awarded: to pair B: forfeit.",
    ]


def test_a_rise_that_stands_when_the_match_is_over_grows_no_more() -> None:
    assert story("ra9", MatchFormat(FormatKind.FIXED, 4)) == [
        "Deal 1: pair A rises, up to 12 so far."
    ]
    level = "na4 nb4 nb4 na4 ra9"
    assert story(level, MatchFormat(FormatKind.FIXED, 4))[-1] == ("Deal 5: pair A rises, up to 12.")


@pytest.mark.django_db
def test_the_public_page_shows_the_chart_and_tells_it(desk: Desk) -> None:
    desk.typed("ra8 nb6 rb5")
    page = desk.client.get(f"/t/{desk.tournament.slug}/matches/{desk.match.number}/")
    html = page.content.decode()
    assert '<svg viewBox="0 0 360 ' in html
    assert "style=" not in html
    assert html.count(f">{TUPPI_POINTS}</text>") == 2
    assert "A step halfway is a robbery" in plain(page)
    assert "Deal 1: pair A rises, up to 8. Deal 2: it falls." in plain(page)
