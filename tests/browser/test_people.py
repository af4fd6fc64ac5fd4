"""People and the log in a real browser: from an invitation to a referee at the desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import assert_reachable_for_all, let_in
from tests.builders import add_referee, make_drawn_tournament, make_event_maker, make_user, play
from tournaments.actions.staff import invite, invite_event_maker
from tournaments.models import Match, Role
from tournaments.permissions import actor_of

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "ramin-ryöstö-16"


def test_somebody_invited_ends_at_the_desk(
    desk: Page, phone: Page, live_server: LiveServer, settings: object
) -> None:
    settings.SITE_URL = live_server.url
    organiser = make_event_maker()
    tournament = make_drawn_tournament(organiser)
    let_in(desk, organiser, live_server.url)
    desk.goto(f"/t/{tournament.slug}/manage/people/")
    desk.locator("[name=meant_for]").fill("Reetta Kettunen")
    desk.locator("#invite button").click()
    link = desk.locator("#made-link").input_value()
    assert_reachable_for_all(desk)

    phone.goto(link)
    assert phone.url == f"{live_server.url}/invitation/"
    assert_reachable_for_all(phone)
    phone.locator("[name=username]").fill("reetta")
    phone.locator("[name=new_password1]").fill(PASSWORD)
    phone.locator("[name=new_password2]").fill(PASSWORD)
    phone.locator("main form button").click()
    expect(phone).to_have_url(f"{live_server.url}/t/{tournament.slug}/desk/")

    desk.goto(f"/t/{tournament.slug}/manage/people/")
    expect(desk.locator("main")).to_contain_text("Reetta Kettunen")
    desk.goto(f"/t/{tournament.slug}/manage/log/")
    expect(desk.locator("tbody tr").first).to_contain_text("Reetta Kettunen")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desk"])
def test_pages_about_people_are_reachable_for_all(
    request: pytest.FixtureRequest, live_server: LiveServer, size: str, scheme: str
) -> None:
    organiser = make_event_maker()
    tournament = make_drawn_tournament(organiser)
    add_referee(tournament)
    play(organiser, Match.objects.get(tournament=tournament, number=1), "ra8 na4 nb6")
    admin = make_user("ylläpito", is_superuser=True)
    made = invite(
        actor=actor_of(organiser),
        tournament=tournament,
        role=Role.ORGANISER,
        meant_for="Matti-Pekka Suurenmoinen-Pitkäniminen",
    )
    invite_event_maker(actor=actor_of(admin), meant_for="Kari Kisa")
    page: Page = request.getfixturevalue(size)
    page.emulate_media(color_scheme=scheme)
    page.goto(f"/invitation/{made.secret}/")
    assert_reachable_for_all(page)
    let_in(page, admin, live_server.url)
    for address in (
        "/people/",
        f"/t/{tournament.slug}/manage/people/",
        f"/t/{tournament.slug}/manage/log/",
        f"/t/{tournament.slug}/manage/log/?match=999",
        "/password/",
        "/new-password/",
    ):
        page.goto(address)
        for key in page.locator("main summary").all()[:1]:
            key.click()
        assert_reachable_for_all(page)
