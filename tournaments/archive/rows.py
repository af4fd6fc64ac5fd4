"""The archive of an event -> rows."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import date, time
from typing import Any

from tournaments.archive.making import create, read_maybe
from tournaments.archive.rows_knockout import undone, write_calls
from tournaments.archive.rows_play import write_play
from tournaments.archive.shapes import read_moment
from tournaments.archive.text import Value
from tournaments.models import (
    AuditRecord,
    Club,
    JuryDecision,
    JuryMember,
    Match,
    Pair,
    PairPlayer,
    Player,
    PlayingDay,
    SignUp,
    Substitution,
    Tournament,
    Withdrawal,
)
from tournaments.names import fold_name, sort_key


def write_event(
    value: Value, *, slug: str, players: Mapping[int, Player], clubs: Mapping[str, Club]
) -> Tournament:
    """The rows of an archive found sound, as an event at the address `slug`.

    `players` are those it names, by their number in it, and `clubs` by folded name. Call it inside
    a transaction; the database refuses (IntegrityError, DataError) what it cannot keep.
    """
    event = value["event"]
    tournament = Tournament(
        slug=slug,
        **{
            field: event[field]
            for field in (
                "name",
                "place",
                "table_count",
                "minutes_per_deal",
                "entry_fee_cents",
                "rules",
                "sign_up_limit",
                "course",
                "advance_first",
                "advance_size",
                "is_public",
                "revision",
            )
        },
        sign_up_opens_at=read_maybe(event["sign_up_opens_at"]),
        sign_up_closes_at=read_maybe(event["sign_up_closes_at"]),
    )
    tournament.save()
    tournament.created_at = read_moment(event["created_at"])
    tournament.save(update_fields=["created_at"])
    PlayingDay.objects.bulk_create(
        PlayingDay(
            tournament=tournament,
            date=date.fromisoformat(day["date"]),
            starts_at=time.fromisoformat(day["starts_at"]),
            ends_at=time.fromisoformat(day["ends_at"]),
            break_starts_at=time.fromisoformat(day["break"]["starts_at"]) if day["break"] else None,
            break_ends_at=time.fromisoformat(day["break"]["ends_at"]) if day["break"] else None,
        )
        for day in value["days"]
    )
    pairs = _write_pairs(tournament, value["pairs"], players, clubs)
    _write_sign_ups(tournament, value["sign_ups"], pairs)
    _write_substitutions(tournament, value["substitutions"], pairs, players, clubs)
    matches = write_play(tournament, value, pairs)
    write_calls(tournament, value["calls"], matches)
    _write_withdrawals(tournament, value["withdrawals"], pairs)
    _write_jury(tournament, value, pairs, matches)
    _write_log(tournament, value["log"], matches)
    return tournament


def _write_pairs(
    tournament: Tournament,
    told: Sequence[Value],
    players: Mapping[int, Player],
    clubs: Mapping[str, Club],
) -> dict[int, Pair]:
    """The pairs by number."""
    pairs = [
        Pair(
            tournament=tournament,
            number=each["pair"],
            paid_at=read_maybe(each["paid_at"]),
            present_at=read_maybe(each["present_at"]),
            cancelled_at=read_maybe(each["cancelled_at"]),
        )
        for each in told
    ]
    create(pairs, "entered_at", [each["entered_at"] for each in told])
    PairPlayer.objects.bulk_create(
        PairPlayer(
            pair=pair,
            tournament=tournament,
            seat=seat,
            sort_key=sort_key(player["name"]),
            **_person("", player, players, clubs),
        )
        for pair, each in zip(pairs, told, strict=True)
        for seat, player in enumerate(each["players"], start=1)
    )
    return {pair.number: pair for pair in pairs}


def _person(
    way: str, told: Value, players: Mapping[int, Player], clubs: Mapping[str, Club]
) -> dict[str, Any]:
    """Who somebody is, by field; `way` is what the fields begin with."""
    return {
        f"{way}player": players[told["player"]],
        f"{way}name": told["name"],
        f"{way}club": clubs[fold_name(told["club"])] if told["club"] else None,
        f"{way}club_name": told["club"] or "",
    }


def _write_sign_ups(
    tournament: Tournament, told: Sequence[Value], pairs: Mapping[int, Pair]
) -> None:
    sign_ups = [
        SignUp(
            tournament=tournament,
            number=each["sign_up"],
            # Nobody's: the private links of the old site open nothing here.
            digest=secrets.token_hex(32),
            state=each["state"],
            first_name=each["players"][0]["name"],
            first_club=each["players"][0]["club"] or "",
            second_name=each["players"][1]["name"],
            second_club=each["players"][1]["club"] or "",
            contact=each["contact"] or "",
            revision=each["revision"],
            decided_at=read_maybe(each["decided"] and each["decided"]["at"]),
            decided_by_name=each["decided"]["by"] if each["decided"] else "",
            pair=None if each["pair"] is None else pairs[each["pair"]],
        )
        for each in told
    ]
    create(sign_ups, "made_at", [each["made_at"] for each in told])


def _write_substitutions(
    tournament: Tournament,
    told: Sequence[Value],
    pairs: Mapping[int, Pair],
    players: Mapping[int, Player],
    clubs: Mapping[str, Club],
) -> None:
    substitutions = [
        Substitution(
            tournament=tournament,
            pair=pairs[each["pair"]],
            seat=each["seat"],
            **_person("out_", each["out"], players, clubs),
            **_person("in_", each["in"], players, clubs),
            reason=each["reason"],
            made_by_name=each["made_by"],
            undone_at=read_maybe(each["undone"] and each["undone"]["at"]),
            undone_by_name=each["undone"]["by"] if each["undone"] else "",
        )
        for each in told
    ]
    create(substitutions, "made_at", [each["made_at"] for each in told])


def _write_withdrawals(
    tournament: Tournament, told: Sequence[Value], pairs: dict[int, Pair]
) -> None:
    withdrawals = [
        Withdrawal(
            tournament=tournament,
            pair=None if each["pair"] is None else pairs[each["pair"]],
            pair_number=each["pair_number"],
            choice=each["choice"],
            reason=each["reason"],
            made_by_name=each["made_by"],
            effects=each["effects"],
            left=each["left"],
            **undone(each["undone"]),
        )
        for each in told
    ]
    create(withdrawals, "made_at", [each["made_at"] for each in told])


def _write_jury(
    tournament: Tournament, value: Value, pairs: dict[int, Pair], matches: dict[int, Match]
) -> None:
    JuryMember.objects.bulk_create(
        JuryMember(
            tournament=tournament,
            seat=member["seat"],
            name=member["name"],
            club_name=member["club"] or "",
        )
        for member in value["jury"]
    )
    decisions = [
        JuryDecision(
            tournament=tournament,
            number=each["decision"],
            kind=each["kind"],
            match=None if each["match"] is None else matches[each["match"]],
            pair=None if each["pair"] is None else pairs[each["pair"]],
            made_by_name=each["made_by"],
            **{
                field: each[field]
                for field in (
                    "subject",
                    "subject_match",
                    "points",
                    "deal",
                    "reason",
                    "note",
                    "jury",
                )
            },
            **undone(each["undone"]),
        )
        for each in value["decisions"]
    ]
    create(decisions, "made_at", [each["made_at"] for each in value["decisions"]])


def _write_log(tournament: Tournament, told: Sequence[Value], matches: dict[int, Match]) -> None:
    records = [
        AuditRecord(
            tournament=tournament,
            match=None if each["match"] is None else matches[each["match"]],
            actor_name=each["by"],
            table=each["table"],
            verb=each["verb"],
            details=each["details"],
        )
        for each in told
    ]
    create(records, "at", [each["at"] for each in told])
