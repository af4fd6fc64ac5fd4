"""The big screen: turns by itself, celebrates, goes on without a network."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import assert_reachable_for_all
from tests.builders import make_drawn_tournament, make_tournament, play, win_for_a
from tests.tournaments.knockout.steps import (
    confirm,
    drawn,
    go_on,
    lock_field,
    of_course,
    play_round,
)
from tournaments.models import Course, PairPlayer, Tournament, User

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = ((1920, 1080), (1280, 720), (390, 844), (320, 640))


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    tournament = make_drawn_tournament(organiser, pairs=20, pools=4, tables=10)
    play(organiser, tournament.matches.get(number=1), "ra8 na3")
    return tournament


def at(page: Page) -> int:
    return int(page.locator("#slide").get_attribute("data-at") or -1)


def test_slides_turn_by_themselves_and_hold_still_when_paused(
    desk: Page, tournament: Tournament
) -> None:
    desk.clock.install()
    desk.goto(f"/t/{tournament.slug}/screen/")
    slide = desk.locator("#slide")
    expect(slide).to_have_attribute("data-subject", "running")
    for turned in (1, 2):
        desk.clock.run_for(12_500)
        expect(slide).to_have_attribute("data-at", str(turned))
    desk.keyboard.press("Space")
    desk.clock.run_for(60_000)
    expect(slide).to_have_attribute("data-at", "2")
    desk.keyboard.press("ArrowLeft")
    expect(slide).to_have_attribute("data-at", "1")
    desk.locator("#pause").click()
    desk.clock.run_for(12_500)
    expect(slide).to_have_attribute("data-at", "2")


def test_what_is_new_is_on_the_next_slide(
    desk: Page, organiser: User, tournament: Tournament
) -> None:
    desk.goto(f"/t/{tournament.slug}/screen/")
    count = int(desk.locator("#slide").get_attribute("data-count") or 0)
    play(organiser, tournament.matches.get(number=1), "ra8 na3 na3")
    desk.keyboard.press("ArrowLeft")
    expect(desk.locator("#slide")).not_to_have_attribute("data-at", "0")
    desk.keyboard.press("ArrowRight")
    expect(desk.locator('#slide[data-at="0"]')).to_be_visible()
    assert count > 2
    rise = tournament.matches.get(number=1)
    expect(desk.locator(".on-rise")).to_contain_text(str(rise.rise_a or rise.rise_b))


def test_a_new_tuppi_is_celebrated_once(
    desk: Page, organiser: User, tournament: Tournament
) -> None:
    desk.clock.install()
    desk.emulate_media(reduced_motion="reduce")
    play(organiser, tournament.matches.get(number=2), "ra13 ra13")
    desk.goto(f"/t/{tournament.slug}/screen/")
    desk.keyboard.press("ArrowRight")
    expect(desk.locator('#slide[data-at="1"]')).to_be_visible()
    expect(desk.locator("#celebration .celebrated")).to_have_count(0)
    match = tournament.matches.get(number=3)
    play(organiser, match, "ra13 ra13")
    desk.clock.run_for(12_500)
    shown = desk.locator("#celebration .celebrated")
    expect(shown).to_contain_text(match.pair_a.players.get(seat=1).name)
    desk.clock.run_for(2_000)
    assert_reachable_for_all(desk)
    desk.clock.run_for(12_500)
    expect(shown).to_have_count(0)
    desk.reload()
    desk.keyboard.press("ArrowRight")
    expect(desk.locator('#slide[data-at="1"]')).to_be_visible()
    expect(shown).to_have_count(0)


def test_without_a_network_it_turns_what_it_has_and_says_so(
    desk: Page, tournament: Tournament
) -> None:
    desk.clock.install()
    desk.goto(f"/t/{tournament.slug}/screen/")
    slide = desk.locator("#slide")
    for turned in (1, 2):
        desk.keyboard.press("ArrowRight")
        expect(slide).to_have_attribute("data-at", str(turned))
    # A network that is gone would be told in the console too; any other answer goes the same way.
    desk.route("**/screen/?*", lambda route: route.fulfill(status=404))
    desk.clock.run_for(12_500)
    # Nobody has seen the slide after this one; it goes on with those it has.
    expect(slide).to_have_attribute("data-at", "1")
    desk.clock.run_for(12_500)
    expect(slide).to_have_attribute("data-at", "2")
    desk.clock.run_for(30_000)
    expect(desk.locator(".updated.late .not-heard")).to_be_visible()
    desk.unroute("**/screen/?*")
    desk.keyboard.press("ArrowRight")
    expect(desk.locator(".updated:not(.late)")).to_be_visible()


def test_every_slide_is_large_fits_and_is_reachable_for_all(
    desk: Page, organiser: User, tournament: Tournament
) -> None:
    for match in tournament.matches.order_by("slot", "table")[1:6]:
        play(organiser, match, win_for_a(match.deals or 12) if match.number % 2 else "rb13 rb13")
    assert_every_slide_fits(desk, tournament)


def test_every_pair_is_on_a_slide_of_a_full_turn(desk: Page, organiser: User) -> None:
    tournament = make_drawn_tournament(
        organiser, pairs=11, pools=2, tables=4, name="Pohjois-Lapin mestaruustuppi"
    )
    for match in tournament.matches.order_by("number"):
        play(organiser, match, "ra13 ra13" if match.number % 2 else win_for_a(12))
    desk.emulate_media(reduced_motion="reduce")
    desk.set_viewport_size({"width": 1280, "height": 720})
    desk.goto(f"/t/{tournament.slug}/screen/?stay")
    slide = desk.locator("#slide")
    desk.keyboard.press("ArrowRight")
    expect(slide).to_have_attribute("data-at", "1")
    count = slide.get_attribute("data-count") or ""
    ranked: set[str] = set()
    for turned in range(2, int(count) + 2):
        desk.keyboard.press("ArrowRight")
        expect(slide).to_have_attribute("data-at", str(turned % int(count)))
        # With another number of slides on the way some would be left out.
        expect(slide).to_have_attribute("data-count", count)
        ranked |= set(desk.locator(".screen-pool .pair-name").all_inner_texts())
    assert len(ranked) == 11


def test_the_knockout_fits_while_it_runs_and_when_it_is_over(desk: Page, organiser: User) -> None:
    tournament = drawn(organiser, 6)
    give_long_names(tournament)
    first, second = tournament.matches.order_by("number")
    play(organiser, first, "ra8 na3")
    play(organiser, second, "rb13 rb13")
    assert_every_slide_fits(desk, tournament, {"bracket", "next", "tuppis"})
    play(organiser, first, "ra8 na3 ra13")
    for match in (first, second):
        confirm(match)
    go_on(organiser, tournament)
    play_round(organiser, tournament)
    assert_every_slide_fits(desk, tournament, {"bracket", "results", "next", "tuppis"})
    play_round(organiser, tournament)
    assert_every_slide_fits(desk, tournament, {"podium", "bracket", "results", "tuppis"})
    desk.goto(f"/t/{tournament.slug}/screen/?stay")
    expect(desk.locator(".champion")).to_have_count(2)


def test_between_pools_and_knockout_marks_and_what_is_left_fit(desk: Page, organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    of_course(tournament, Course.POOLS_AND_KNOCKOUT)
    give_long_names(tournament)
    for match in tournament.matches.all():
        play(organiser, match, "ra13 ra13" if match.pair_a_id < match.pair_b_id else "rb13 rb13")
        confirm(match)
    lock_field(tournament, 4)
    assert_every_slide_fits(desk, tournament, {"results", "standings", "next", "tuppis"})
    desk.goto(f"/t/{tournament.slug}/screen/?stay&at=1")
    expect(desk.locator(".slide-head .fate")).to_have_count(2)
    # A shape tells it, and a word to those who do not see it.
    expect(desk.locator(".screen-pool .fate.through").first).to_have_text("▲jatkossa")


def give_long_names(tournament: Tournament) -> None:
    """Pairs whose names take two lines on a small screen."""
    for player in PairPlayer.objects.filter(pair__tournament=tournament):
        player.name = player.name.replace("Aino", "Anna-Liisa").replace("Eero", "Karl-Johan")
        player.save(update_fields=["name"])


def assert_every_slide_fits(
    desk: Page, tournament: Tournament, subjects: set[str] | None = None
) -> None:
    """Each slide of the turn is large, needs no scrolling and is reachable for all; together they
    have these subjects."""
    desk.emulate_media(reduced_motion="reduce")
    for width, height in SIZES:
        desk.set_viewport_size({"width": width, "height": height})
        desk.goto(f"/t/{tournament.slug}/screen/?stay")
        slide = desk.locator("#slide")
        first = at(desk)
        told = set()
        for _slide in range(40):
            told.add(slide.get_attribute("data-subject"))
            assert_reachable_for_all(desk)
            if width >= 1280:
                small = desk.evaluate(
                    "Array.from(document.querySelectorAll('#slide :is(li, th, td, h1, h2, p) *'))"
                    ".concat(Array.from(document.querySelectorAll('#slide :is(li, th, td, h1)')))"
                    ".filter(each => each.checkVisibility())"
                    ".map(each => parseFloat(getComputedStyle(each).fontSize))"
                    ".filter(size => size < 48).length"
                )
                too_high = desk.evaluate(
                    "document.documentElement.scrollHeight - window.innerHeight"
                )
                assert (small, too_high <= 0) == (0, True), slide.inner_text()
            here = at(desk)
            desk.keyboard.press("ArrowRight")
            expect(slide).not_to_have_attribute("data-at", str(here))
            if at(desk) == first:
                break
        assert subjects in (None, told)


def test_before_the_draw_it_fits_too(desk: Page, organiser: User) -> None:
    coming = make_tournament(organiser, pairs=5, name="Kylätuppi")
    # A slide that fades in has too little contrast for a moment.
    desk.emulate_media(reduced_motion="reduce")
    for width, height in SIZES:
        desk.set_viewport_size({"width": width, "height": height})
        desk.goto(f"/t/{coming.slug}/screen/")
        expect(desk.locator("#slide")).to_have_attribute("data-subject", "welcome")
        assert_reachable_for_all(desk)
