"""Rows of a knock-out: its matches read and held for a write, made, taken away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Max

from scoring.knockout import KnockoutMatch
from scoring.ledger import FormatKind
from scoring.places import Place
from tournaments.actions.audit import Verb
from tournaments.actions.places import slot_at
from tournaments.actions.schedules import schedules_made
from tournaments.bracket_plans import deals_of, plan_now, seat
from tournaments.brackets import BracketState, state_of
from tournaments.models import Annulment, AuditRecord, Bracket, Match, Stage, Tournament
from tournaments.put_right import Told
from tournaments.timetable import days_of, minute_of, places_of, time_of


def counting_bracket(tournament: Tournament) -> Bracket | None:
    """The bracket that counts (one query)."""
    return Bracket.objects.filter(tournament=tournament, counts=True).first()


def locked_state(tournament: Tournament, bracket: Bracket) -> BracketState:
    """The knock-out as it is, its matches in play held until the write is over (two queries).

    Call it inside a write that holds the event.
    """
    matches = list(
        bracket.matches.live().select_for_update(of=("self",), no_key=True).order_by("pk")
    )
    for match in matches:
        match.tournament = tournament
    return state_of(bracket, matches, dict(tournament.pairs.values_list("pk", "number")))


def make_rows(
    tournament: Tournament, state: BracketState, wanted: Sequence[KnockoutMatch]
) -> list[Match]:
    """Matches of these pairs, each where and when the plan has it, or as soon as table and pairs
    are free after that; numbered on from the highest there ever was in this knock-out."""
    if not wanted:
        return []
    days = list(tournament.days.order_by("date"))
    plan = plan_now(state, days, tournament)
    keys = {number: key for key, number in state.numbers.items()}
    there = list(tournament.matches.live().order_by("number"))
    places = places_of(there, tournament.minutes_per_deal)
    number = _highest_number(tournament, state.bracket)
    first = schedules_made(tournament)
    made = []
    for each in wanted:
        number += 1
        planned = plan[each.key]
        a, b = (keys[int(pair)] for pair in (each.a, each.b) if pair is not None)
        start, end = minute_of(planned.starts_at), minute_of(planned.ends_at)
        place = Place(number, a, b, planned.table, start, end)
        minute, table = seat(place, places, tournament.table_count, days_of(days))
        starts_at = time_of(minute)
        match = Match(
            tournament=tournament,
            number=number,
            stage=Stage.KNOCKOUT,
            bracket=state.bracket,
            round=each.key.round,
            bracket_number=each.key.number,
            pair_a_id=a,
            pair_b_id=b,
            format=FormatKind.FIXED.value,
            deals=deals_of(state.bracket, each.key.round),
            slot=slot_at(tournament, there, starts_at, table),
            table=table,
            starts_at=starts_at,
            first_revision=first,
            revision=first,
            seats_revision=first,
        )
        # One by one: the next may have to make room for itself before this one.
        match.save()
        made.append(match)
        there.append(match)
        places += places_of([match], tournament.minutes_per_deal)
    return made


def bring_back(tournament: Tournament, bracket: Bracket, before: Iterable[Told]) -> list[Match]:
    """Matches kept out of play that are in play again, as the audit tells that they were."""
    told = {each["number"]: each for each in before}
    there = list(tournament.matches.live().order_by("number"))
    rows = bracket.matches.filter(is_live=False, number__in=told)
    back = list(rows.select_for_update(of=("self",)).order_by("number"))
    for match in back:
        # Another may have come to stand at its table meanwhile.
        match.slot = slot_at(tournament, there, match.starts_at, match.table)
        match.is_live = True
        was = told[match.number]["annulled"]
        match.annulment = Annulment.DECISION.value if was else ""
        match.annulment_reason = was[0] if was else ""
        match.annulled_at = datetime.fromisoformat(was[1]) if was else None
        match.save(
            update_fields=["slot", "is_live", "annulment", "annulment_reason", "annulled_at"]
        )
        there.append(match)
    return back


def remove_rows(matches: Iterable[Match]) -> None:
    """Takes matches away; nothing was ever written on any of them."""
    Match.objects.filter(pk__in=[match.pk for match in matches]).delete()


def numbers_of(matches: Iterable[Match]) -> list[int]:
    return sorted(match.number for match in matches)


def _highest_number(tournament: Tournament, bracket: Bracket) -> int:
    """The highest number a match has, or had in this knock-out: a sheet printed for one taken away
    fits no other."""
    there = tournament.matches.aggregate(highest=Max("number"))["highest"] or 0
    gone = [
        number
        for details in AuditRecord.objects.filter(
            tournament=tournament,
            verb__in=(
                Verb.MAKE_KNOCKOUT_MATCHES,
                Verb.PUT_KNOCKOUT_RIGHT,
                Verb.UNDO_PUT_KNOCKOUT_RIGHT,
            ),
        ).values_list("details", flat=True)
        if details.get("bracket") == bracket.number
        for number in details.get("matches", ())
    ]
    return max(there, *gone) if gone else there
