"""A whole event over HTTP, from making it to sixteen places: 47 pairs in eight pools, a withdrawal,
a play-off, a correction after the field was locked, a knock-out kept at the tables.

The published places are compared with ones reckoned here from nothing but who beat whom.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from io import StringIO
from itertools import combinations
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from tests.builders import make_event_maker, signed_in
from tests.by_hand import Page, Visitor
from tournaments.access import pair_code, table_secret
from tournaments.models import Tournament

PAIRS, POOLS, FIELD = 47, 8, 16
FIRST_DAY, SECOND_DAY = "2027-01-16", "2027-01-17"


@dataclass
class Pool:
    """A pool as it is played here: pairs by strength, the strongest first."""

    label: str
    pairs: list[int]
    wins: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    played: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    points: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    order: list[int] = field(default_factory=list)

    def book(self, winner: int, loser: int, points: int = 40, sign: int = 1) -> None:
        """A result of so many points to 20; with -1 it is taken away again."""
        self.wins[winner] += sign
        for pair, own in ((winner, points), (loser, 20)):
            self.played[pair] += sign
            self.points[pair] += sign * own


class Organiser(Visitor):
    """The organiser of this event, who knows its address, and its matches from the public file."""

    slug = ""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self.matches: dict[tuple[str, frozenset[int]], Any] = {}

    def at(self, path: str) -> Page:
        page = self.open(f"/t/{self.slug}/{path}")
        assert page.status == 200, (path, page.status)
        return page

    def json(self, name: str) -> Any:
        answer = self.client.get(f"/t/{self.slug}/export/{name}.json")
        assert answer.status_code == 200
        return answer.json()


def pasted_list() -> str:
    """The list as it stands in a shared sheet; eight clubs."""
    rows = ["Pelaaja 1\tKerho 1\tPelaaja 2\tKerho 2"]
    for number in range(1, PAIRS + 1):
        letters = "".join("abcdefghij"[int(digit)] for digit in f"{number:02d}")
        club = f"Kerho {'ABCDEFGH'[number % 8]}"
        rows.append(f"Aino Ensi{letters}\t{club}\tEero Toka{letters}\t{club}")
    return "\n".join(rows)


@pytest.mark.django_db
def test_a_whole_event_of_47_pairs_ends_with_the_places_that_its_results_give() -> None:
    organiser = Organiser(signed_in(make_event_maker()))
    enter(organiser)
    pools = draw(organiser)
    withdrawn = withdraw_somebody(organiser, pools)
    play_pools(organiser, pools, withdrawn)
    field = settle_and_lock(organiser, pools)
    field = correct_after_locking(organiser, pools, field)
    rounds = play_knockout(organiser, pools, field)
    compare_places(organiser, pools, withdrawn, rounds)
    told = StringIO()
    call_command("check_ledgers", stdout=told)
    call_command("verify_draw", organiser.slug, stdout=told)


def enter(organiser: Organiser) -> None:
    """An event is made, shown to everybody, and its pairs are pasted in."""
    page = organiser.open("/events/new/")
    page = organiser.send(
        page,
        has="table_count",
        name="Kaamostuppi",
        place="Inari",
        table_count="24",
        **{"days-0-date": FIRST_DAY, "days-0-starts_at": "11:15", "days-0-ends_at": "22:00"},
        **{"days-1-date": SECOND_DAY, "days-1-starts_at": "09:00", "days-1-ends_at": "20:00"},
    )
    organiser.slug = Tournament.objects.get().slug
    page = organiser.send(organiser.at("manage/import/"), has="rows", rows=pasted_list())
    organiser.send(page, has="token", to=page.address)
    assert len(organiser.json("pairs")["pairs"]) == PAIRS


def draw(organiser: Organiser) -> list[Pool]:
    """Drawn into eight pools by a seed called in the hall, and published."""
    page = organiser.send(
        organiser.at("manage/draw/"), has="seed", pool_count=str(POOLS), seed="47"
    )
    organiser.send(page, to="publish/")
    drawn = next(each for each in organiser.json("draws")["draws"] if each["counts"])
    return [Pool(each["pool"], list(each["pairs"])) for each in drawn["pools"]]


def withdraw_somebody(organiser: Organiser, pools: list[Pool]) -> int:
    """The fourth of pool B plays one match and goes home: it has played less than half, so all
    its matches are annulled (R27)."""
    pool = pools[1]
    gone = pool.pairs[3]
    enter_result(organiser, pool.pairs[0], gone)
    page = organiser.at(f"manage/pairs/{gone}/withdraw/")
    organiser.send(page, has="choice", choice="annul", reason="a sick horse")
    pool.pairs.remove(gone)
    return gone


def play_pools(organiser: Organiser, pools: list[Pool], withdrawn: int) -> None:
    """Everybody beats who is weaker; in pool A the best three beat one another in a circle."""
    circle = pools[0].pairs[:3]
    for pool in pools:
        for stronger, weaker in combinations(pool.pairs, 2):
            winner, loser = stronger, weaker
            if (winner, loser) == (circle[0], circle[2]):
                winner, loser = loser, winner
            # All alike for the circle, else so that no two pairs are level in the end.
            points = 40 if winner in circle else 40 + 4 * (winner % 23)
            enter_result(organiser, winner, loser, points=points)
            pool.book(winner, loser, points)
        pool.order = list(pool.pairs)
    pools[1].order.append(withdrawn)
    assert not [each for each in organiser.json("matches")["matches"] if not_over(each)]


def settle_and_lock(organiser: Organiser, pools: list[Pool]) -> list[int]:
    """The level three are parted by a play-off, then the list is locked."""
    best = pools[0].pairs[:3]
    page = organiser.at("manage/advancing/")
    assert 'id="lock"' not in page.html
    level = ",".join(map(str, sorted(best)))
    assert f'data-tie="{level}"' in page.html
    page = organiser.at(f"manage/advancing/tie/?pairs={level}")
    organiser.send(page, to="tie/", has="seen", way="play_off")
    # In the play-off the third of the draw beats both others, the first the second.
    third, first, second = best[2], best[0], best[1]
    for winner, loser in ((third, first), (third, second), (first, second)):
        enter_result(organiser, winner, loser, stage="play_off")
    pools[0].order[:3] = [third, first, second]
    return lock(organiser, pools)


def lock(organiser: Organiser, pools: list[Pool]) -> list[int]:
    organiser.send(organiser.at("manage/advancing/"), to="advancing/lock/")
    return [pair for place in (0, 1) for pair in (pool.order[place] for pool in pools)]


def correct_after_locking(organiser: Organiser, pools: list[Pool], field: list[int]) -> list[int]:
    """In pool C the third had beaten the second: the sheet was written the wrong way round."""
    pool = pools[2]
    second, third = pool.pairs[1:3]
    match = match_between(organiser, second, third, "pool")
    side = "a" if match["a"] == third else "b"
    page = organiser.at(f"desk/matches/{match['match']}/sheet/")
    typed = {"notation": f"{side}40-20", "reason": "winner and loser were mixed up", "signed": "on"}
    page = organiser.send(page, has="notation", status=422, **typed)
    organiser.send(page, has="notation", **typed)
    pool.book(second, third, 40 + 4 * (second % 23), -1)
    pool.book(third, second)
    pool.order[1:3] = [third, second]

    page = organiser.at("manage/advancing/")
    assert f'data-out="{second}"' in page.html
    assert f'data-come="{third}"' in page.html
    assert second in field, "nothing changes by itself"
    organiser.send(page, to="advancing/anew/", reason="pool C was corrected")
    changed = [third if pair == second else pair for pair in field]
    locked = organiser.open(f"/t/{organiser.slug}/standings/").html
    assert locked.count('class="prospect through"') == FIELD
    return changed


def play_knockout(
    organiser: Organiser, pools: list[Pool], field: list[int]
) -> list[list[tuple[int, int]]]:
    """Drawn by lot, played at the tables by link, both pairs confirm. Winner and loser of every
    match, round by round; the match for third place is the last round's first."""
    page = organiser.at("manage/knockout/")
    page = organiser.send(page, has="deals_1", seed="52", order="by_lot")
    page = organiser.send(organiser.at("manage/knockout/1/publish/"), has="starts_at")
    pool_of = {pair: pool.label for pool in pools for pair in pool.order}
    rounds: list[list[tuple[int, int]]] = []
    while ready := [each for each in knockout_matches(organiser) if not_over(each)]:
        if not rounds:
            assert sorted(pair for each in ready for pair in (each["a"], each["b"])) == sorted(
                field
            )
            assert all(pool_of[each["a"]] != pool_of[each["b"]] for each in ready)
        played = []
        for match in sorted(ready, key=lambda each: each["match"]):
            played.append(play_at_the_table(organiser, match))
        rounds.append(played)
    assert [len(each) for each in rounds] == [8, 4, 2, 2]
    return rounds


def play_at_the_table(organiser: Organiser, match: Any) -> tuple[int, int]:
    """The pair with the smaller number makes a tuppi in two deals, kept on a phone without an
    account; both pairs confirm with their codes."""
    tournament = Tournament.objects.get()
    phone = Client()
    secret = table_secret(tournament, match["table"])
    sheet = f"/t/{tournament.slug}/table/{match['table']}/{secret}/{match['match']}/"
    winner, loser = sorted((match["a"], match["b"]))
    side = "a" if match["a"] == winner else "b"
    revision = int(phone.get(sheet).content.decode().split('data-revision="')[1].split('"')[0])
    for _deal in range(2):
        answer = phone.post(
            f"{sheet}deal/",
            {"entry": f"r{side}13", "revision": revision, "token": str(uuid4())},
            headers={"Accept": "application/json"},
        )
        assert answer.status_code == 200, answer.content.decode()
        revision = answer.json()["revision"]
    for letter in ("A", "B"):
        pair = tournament.pairs.get(number=match[letter.lower()])
        body = {
            "side": letter,
            "code": pair_code(tournament, pair),
            "revision": revision,
            "token": str(uuid4()),
        }
        assert phone.post(f"{sheet}confirm/", body).status_code == 302
    return winner, loser


def compare_places(
    organiser: Organiser,
    pools: list[Pool],
    withdrawn: int,
    rounds: list[list[tuple[int, int]]],
) -> None:
    """Everybody's place: the first four by the last matches, then by the round reached, the place
    in the pool, the share of matches won, match points a match (R30)."""
    third_match, final = sorted(
        rounds[-1], key=lambda told: told[0] in {winner for winner, _loser in rounds[-2]}
    )
    reached: dict[int, int] = defaultdict(int)
    for number, played in enumerate(rounds, start=1):
        for match in played:
            if match != third_match:
                for pair in match:
                    reached[pair] = max(reached[pair], number)
    last_four = [*final, *third_match]
    keys = {}
    for pool in pools:
        for place, pair in enumerate(pool.order, start=1):
            matches = max(1, pool.played[pair])
            keys[pair] = (
                reached[pair],
                -place,
                Fraction(pool.wins[pair], matches),
                Fraction(pool.points[pair], matches),
            )
            if pair in last_four:
                keys[pair] = (4, 4 - last_four.index(pair), Fraction(0), Fraction(0))
    expected = {pair: 1 + sum(other > own for other in keys.values()) for pair, own in keys.items()}
    told = organiser.json("places")["places"]
    assert {each["pair"]: each["place"] for each in told} == expected
    in_knockout = [pair for pair, number in reached.items() if number]
    assert sorted(expected[pair] for pair in in_knockout) == [*range(1, FIELD + 1)]
    assert len(expected) == PAIRS
    assert withdrawn in expected
    page = Visitor(Client()).open(f"/t/{organiser.slug}/results/")
    assert page.status == 200
    assert 'id="places"' in page.html


def not_over(match: Any) -> bool:
    return match["state"] != "finished" and not match["annulled"]


def knockout_matches(organiser: Organiser) -> list[Any]:
    matches = organiser.json("matches")["matches"]
    return [each for each in matches if each["stage"] == "knockout"]


def match_between(organiser: Organiser, one: int, other: int, stage: str) -> Any:
    key = (stage, frozenset((one, other)))
    if key not in organiser.matches:
        organiser.matches = {
            (each["stage"], frozenset((each["a"], each["b"]))): each
            for each in organiser.json("matches")["matches"]
        }
    return organiser.matches[key]


def enter_result(
    organiser: Organiser, winner: int, loser: int, stage: str = "pool", points: int = 40
) -> None:
    """A result in one line at the desk, the sheet signed by both."""
    match = match_between(organiser, winner, loser, stage)
    side = "a" if match["a"] == winner else "b"
    page = organiser.at("desk/results/")
    organiser.send(page, has="line", line=f"{match['match']} {side}{points}-20", signed="on")
