"""Every page of organisers and referees: reachable for all on a phone and on a laptop."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import assert_reachable_for_all, let_in
from tournaments.actions.demo import load_demo_once
from tournaments.models import User

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = (
    "/events/new/",
    "/events/archive/",
    "/password/",
    "/t/demo/manage/",
    "/t/demo/manage/settings/",
    "/t/demo/manage/pairs/",
    "/t/demo-coming/manage/pairs/1/",
    "/t/demo-coming/manage/check-in/",
    "/t/demo/manage/check-in/?show=all",
    "/t/demo-coming/manage/import/",
    "/t/demo-coming/manage/draw/",
    "/t/demo/manage/schedule/",
    "/t/demo/manage/schedule/25/",
    "/t/demo/manage/schedule/delay/",
    "/t/demo/manage/draw/",
    "/t/demo/manage/draw/annul/",
    "/t/demo/manage/draw/1/annul/undo/",
    "/t/demo/manage/print/",
    "/t/demo-coming/manage/print/",
    "/t/demo/manage/people/",
    "/t/demo/manage/jury/",
    "/t/demo/manage/log/",
    "/t/demo/manage/pairs/1/withdraw/",
    "/t/demo/manage/matches/1/annul/",
    "/t/demo/desk/",
    "/t/demo/desk/?q=25",
    "/t/demo/desk/results/",
    "/t/demo/desk/sheets-file/",
    "/t/demo/desk/rulings/",
    "/t/demo/desk/jury/",
    "/t/demo/desk/jury/new/",
    "/t/demo/desk/matches/1/",
    "/t/demo/desk/matches/25/",
    "/t/demo/desk/matches/25/?game=rami&declarer=A",
    "/t/demo/desk/matches/25/?entry=ra8",
    "/t/demo/desk/matches/25/edit/",
    "/t/demo/desk/matches/25/sheet/",
    "/t/demo/desk/matches/25/ruling/",
    "/t/demo/desk/matches/25/seats/",
    "/t/demo/desk/matches/25/revisions/",
    "/t/demo/desk/matches/25/compare/",
)


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_staff_pages_are_reachable_for_all(
    request: pytest.FixtureRequest, live_server: object, size: str
) -> None:
    load_demo_once()
    page: Page = request.getfixturevalue(size)
    let_in(page, User.objects.get(username="organiser"), str(live_server))
    for address in PAGES:
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        assert_reachable_for_all(page)
