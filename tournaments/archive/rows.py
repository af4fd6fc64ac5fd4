"""The archive of an event -> rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import Any

from django.db import models

from tournaments.archive.shapes import read_moment
from tournaments.archive.text import Value
from tournaments.models import (
    AuditRecord,
    Club,
    Draw,
    JuryDecision,
    JuryMember,
    LedgerEntry,
    Match,
    Pair,
    PairPlayer,
    Player,
    PlayingDay,
    Pool,
    PoolPlace,
    Ruling,
    SheetRevision,
    Tournament,
    Withdrawal,
)
from tournaments.names import fold_name, sort_key


def write_event(
    value: Value, *, slug: str, players: Mapping[str, Player], clubs: Mapping[str, Club]
) -> Tournament:
    """The rows of an archive found sound, as an event at the address `slug`.

    `players` and `clubs` are those it names, by folded name. Call it inside a transaction; the
    database refuses (IntegrityError, DataError) what it cannot keep.
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
                "is_public",
                "revision",
            )
        },
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
        )
        for day in value["days"]
    )
    pairs = _write_pairs(tournament, value["pairs"], players, clubs)
    _write_draws(tournament, value["draws"])
    matches = _write_matches(tournament, value, pairs)
    _write_sheets(value["matches"], matches)
    _write_withdrawals(tournament, value["withdrawals"], pairs)
    _write_jury(tournament, value, pairs, matches)
    _write_log(tournament, value["log"], matches)
    return tournament


def _create(rows: Sequence[Any], kept: str, moments: Sequence[str]) -> None:
    """Makes the rows, and sets the time of making that each had instead of now."""
    if not rows:
        return
    model: type[models.Model] = type(rows[0])
    model._default_manager.bulk_create(rows)
    for row, moment in zip(rows, moments, strict=True):
        setattr(row, kept, read_moment(moment))
    model._default_manager.bulk_update(rows, [kept], batch_size=300)


def _maybe(moment: str | None) -> datetime | None:
    return read_moment(moment) if moment else None


def _write_pairs(
    tournament: Tournament,
    told: Sequence[Value],
    players: Mapping[str, Player],
    clubs: Mapping[str, Club],
) -> dict[int, Pair]:
    """The pairs by number."""
    pairs = [Pair(tournament=tournament, number=each["pair"]) for each in told]
    _create(pairs, "entered_at", [each["entered_at"] for each in told])
    PairPlayer.objects.bulk_create(
        PairPlayer(
            pair=pair,
            tournament=tournament,
            seat=seat,
            player=players[fold_name(player["name"])],
            name=player["name"],
            sort_key=sort_key(player["name"]),
            club=clubs[fold_name(player["club"])] if player["club"] else None,
            club_name=player["club"] or "",
        )
        for pair, each in zip(pairs, told, strict=True)
        for seat, player in enumerate(each["players"], start=1)
    )
    return {pair.number: pair for pair in pairs}


def _write_draws(tournament: Tournament, told: Sequence[Value]) -> None:
    draws = [
        Draw(
            tournament=tournament,
            number=each["draw"],
            seed=each["seed"],
            pool_count=each["pool_count"],
            apart=each["apart"],
            entrants=each["entrants"],
            pools=each["pools"],
            clashes=each["clashes"],
            drawn_by_name=each["drawn_by"],
            published_at=_maybe(each["published_at"]),
            counts=each["counts"],
        )
        for each in told
    ]
    _create(draws, "drawn_at", [each["drawn_at"] for each in told])


def _write_matches(
    tournament: Tournament, value: Value, pairs: dict[int, Pair]
) -> dict[int, Match]:
    """The pools, and their matches by number."""
    pools = Pool.objects.bulk_create(
        Pool(tournament=tournament, number=each["pool"], deals=each["deals"])
        for each in value["pools"]
    )
    PoolPlace.objects.bulk_create(
        PoolPlace(pool=pool, pair=pairs[number], position=position)
        for pool, each in zip(pools, value["pools"], strict=True)
        for position, number in enumerate(each["pairs"], start=1)
    )
    by_number = {pool.number: pool for pool in pools}
    matches = Match.objects.bulk_create(
        Match(
            tournament=tournament,
            number=each["match"],
            pool=by_number[each["pool"]],
            round=each["round"],
            pair_a=pairs[each["a"]],
            pair_b=pairs[each["b"]],
            format=each["sheet"]["format"],
            deals=each["sheet"]["deals"],
            slot=each["slot"],
            table=each["table"],
            starts_at=read_moment(each["starts_at"]),
            annulment=each["annulled"]["by"] if each["annulled"] else "",
            annulment_reason=each["annulled"]["reason"] if each["annulled"] else "",
            annulled_at=_maybe(each["annulled"]["at"] if each["annulled"] else None),
            **(each["seats"] or {}),
            seats_revision=each["seats_revision"],
            first_revision=each["first_revision"],
            revision=each["first_revision"] + len(each["revisions"]),
            changed_at=_maybe(each["changed_at"]),
            **{
                field: "" if cached is None else cached for field, cached in each["outcome"].items()
            },
        )
        for each in value["matches"]
    )
    return {match.number: match for match in matches}


def _write_sheets(told: Sequence[Value], matches: dict[int, Match]) -> None:
    """Every revision of every sheet, with the lines it ended and added, and their rulings."""
    writes = [(matches[each["match"]], revision) for each in told for revision in each["revisions"]]
    lengths: dict[int, int] = {}
    revisions = []
    for match, told_revision in writes:
        length = lengths.get(match.number, 0)
        revisions.append(
            SheetRevision(
                match=match,
                number=told_revision["revision"],
                made_by_name=told_revision["made_by"],
                reason=told_revision["reason"],
                replayed_deal=told_revision["replayed_deal"],
                corrects=told_revision["kept"] < length,
            )
        )
        lengths[match.number] = told_revision["kept"] + len(told_revision["added"])
    _create(revisions, "made_at", [told_revision["made_at"] for _match, told_revision in writes])
    entries: list[LedgerEntry] = []
    rulings: list[tuple[LedgerEntry, SheetRevision, Value]] = []
    live: dict[int, list[LedgerEntry]] = {}
    of_match: dict[int, list[SheetRevision]] = {}
    for (match, told_revision), revision in zip(writes, revisions, strict=True):
        lines = live.setdefault(match.number, [])
        of_match.setdefault(match.number, []).append(revision)
        kept = told_revision["kept"]
        for entry in lines[kept:]:
            entry.ended = revision
        lines[kept:] = [
            LedgerEntry(match=match, position=position, record=line, added=revision)
            for position, line in enumerate(told_revision["added"], start=kept + 1)
        ]
        entries += lines[kept:]
        rulings += [
            (
                lines[each["line"] - 1],
                of_match[match.number][each["recorded"] - match.first_revision - 1],
                each,
            )
            for each in told_revision["rulings"]
        ]
    LedgerEntry.objects.bulk_create(entries)
    Ruling.objects.bulk_create(
        Ruling(entry=entry, recorded=recorded, ruled_by=each["ruled_by"], note=each["note"])
        for entry, recorded, each in rulings
    )


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
            **_undone(each["undone"]),
        )
        for each in told
    ]
    _create(withdrawals, "made_at", [each["made_at"] for each in told])


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
            **_undone(each["undone"]),
        )
        for each in value["decisions"]
    ]
    _create(decisions, "made_at", [each["made_at"] for each in value["decisions"]])


def _undone(told: Value | None) -> dict[str, Any]:
    if told is None:
        return {}
    return {
        "undone_at": read_moment(told["at"]),
        "undone_by_name": told["by"],
        "undone_reason": told["reason"],
    }


def _write_log(tournament: Tournament, told: Sequence[Value], matches: dict[int, Match]) -> None:
    records = [
        AuditRecord(
            tournament=tournament,
            match=None if each["match"] is None else matches[each["match"]],
            actor_name=each["by"],
            verb=each["verb"],
            details=each["details"],
        )
        for each in told
    ]
    _create(records, "at", [each["at"] for each in told])
