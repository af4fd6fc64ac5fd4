"""What a phone needs for the time without a network: its keys, its worker, its list."""

from __future__ import annotations

import re

import pytest

from scoring.entries import CutShort, DealEntry, Tricks
from scoring.notation import parse_sheet
from tests.tournaments.table.phone import Phone
from tournaments.ledger import format_of
from tournaments.models import TableLink, Tournament
from tournaments.templatetags.tables import keys_on_phone

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["table", "sheet"])
def either(request: pytest.FixtureRequest, phone: Phone, sheet_phone: Phone) -> Phone:
    """A phone under either kind of link."""
    return phone if request.param == "table" else sheet_phone


def test_the_keys_on_the_phone_are_every_deal_once(phone: Phone) -> None:
    match_format = format_of(phone.match)
    chosen = []
    for step in keys_on_phone():
        for winner, _robs, keys in step.groups:
            for tricks, notation in keys:
                # A deal that leaves nobody on the rise before it, so that any deal may follow.
                (entry,) = parse_sheet(notation, match_format)
                assert isinstance(entry, DealEntry)
                assert isinstance(entry.outcome, Tricks)
                of_a = entry.outcome.tricks_a
                assert (of_a if winner == "A" else 13 - of_a) == tricks
                chosen.append(entry)
    # Either pair declares or nobody, fourteen ways each.
    assert len(chosen) == len(set(chosen)) == 3 * 14
    assert [step.fell for step in keys_on_phone()] == ["ra/", "", "rb/", ""]
    fell = parse_sheet("na6 ra/", match_format)[-1]
    assert isinstance(fell, DealEntry)
    assert isinstance(fell.outcome, CutShort)


def test_the_page_has_the_keys_and_names_where_deals_go(either: Phone) -> None:
    page = either.get().content.decode()
    (section,) = re.findall(r'<section id="waiting".*?>', page, flags=re.DOTALL)
    assert f'data-page="{either.address}"' in section
    assert f'data-deal="{either.address}deal/"' in section
    assert f'data-worker="{either.home}worker.js"' in section
    assert len(set(re.findall(r'data-entry="([^"]+)"', page))) == 3 * 14 + 3


def test_the_worker_is_served_under_the_link_alone_and_kept_by_nobody(either: Phone) -> None:
    answer = either.client.get(f"{either.home}worker.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert "no-store" in answer["Cache-Control"]
    assert "Service-Worker-Allowed" not in answer  # its folder is all it may see
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
    assert "self.addEventListener" in answer.content.decode()


def test_a_link_that_is_over_shows_what_waits_and_sends_nothing(
    phone: Phone, tournament: Tournament
) -> None:
    TableLink.objects.create(tournament=tournament, table=phone.match.table, renewed=1)
    page = phone.get()
    (section,) = re.findall(r'<section id="waiting".*?>', page.content.decode(), flags=re.DOTALL)
    assert page.status_code == 404
    assert f'data-page="{phone.address}"' in section
    assert "data-over" in section
    assert "data-deal" not in section
    assert phone.client.get(f"{phone.home}worker.js").status_code == 404
