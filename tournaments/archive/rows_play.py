"""The draws, pools and matches of an archive -> rows, score sheets in every revision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.archive.making import create, read_maybe
from tournaments.archive.rows_knockout import PoolsNamed, write_brackets, write_lots
from tournaments.archive.shapes import read_moment
from tournaments.archive.text import Value
from tournaments.models import (
    Bracket,
    Confirmation,
    Draw,
    LedgerEntry,
    Match,
    Pair,
    Pool,
    PoolPlace,
    Ruling,
    SheetRevision,
    Tournament,
)


def write_play(tournament: Tournament, value: Value, pairs: Mapping[int, Pair]) -> dict[int, Match]:
    """The draws of an archive, their pools, lots, brackets and matches with every sheet; the
    matches by number."""
    draws = _write_draws(tournament, value["draws"])
    pools = _write_pools(tournament, value["pools"], pairs, draws)
    write_lots(tournament, value["lots"], pools)
    brackets = write_brackets(tournament, value)
    matches = _write_matches(tournament, value["matches"], pairs, pools, brackets)
    _write_sheets(value["matches"], matches)
    _write_confirmations(value["matches"], matches)
    return matches


def _write_draws(tournament: Tournament, told: Sequence[Value]) -> dict[int, Draw]:
    """The draws by number."""
    draws = [
        Draw(
            tournament=tournament,
            number=each["draw"],
            seed=each["seed"],
            pool_count=each["pool_count"],
            apart=each["apart"],
            seeded=each["seeded"],
            kept_apart=each["kept_apart"],
            entrants=each["entrants"],
            pools=each["pools"],
            clashes=each["clashes"],
            drawn_by_name=each["drawn_by"],
            published_at=read_maybe(each["published_at"]),
            counts=each["counts"],
            annulled_at=read_maybe(each["annulled"] and each["annulled"]["at"]),
            annulled_by_name=each["annulled"]["by"] if each["annulled"] else "",
            annulled_reason=each["annulled"]["reason"] if each["annulled"] else "",
        )
        for each in told
    ]
    create(draws, "drawn_at", [each["drawn_at"] for each in told])
    return {draw.number: draw for draw in draws}


def _write_pools(
    tournament: Tournament,
    told: Sequence[Value],
    pairs: Mapping[int, Pair],
    draws: Mapping[int, Draw],
) -> PoolsNamed:
    pools = Pool.objects.bulk_create(
        Pool(
            tournament=tournament,
            draw=draws[each["draw"]],
            number=each["pool"],
            deals=each["deals"],
            is_live=each["live"],
        )
        for each in told
    )
    PoolPlace.objects.bulk_create(
        PoolPlace(
            pool=pool,
            pair=pairs[place["pair"]],
            position=position,
            added_at=read_maybe(place["added_at"]),
            is_live=place["live"],
        )
        for pool, each in zip(pools, told, strict=True)
        for position, place in enumerate(each["places"], start=1)
    )
    return {(each["draw"], each["pool"]): pool for pool, each in zip(pools, told, strict=True)}


def _write_matches(
    tournament: Tournament,
    told: Sequence[Value],
    pairs: Mapping[int, Pair],
    pools: PoolsNamed,
    brackets: Mapping[int, Bracket],
) -> dict[int, Match]:
    """The matches by number."""
    matches = Match.objects.bulk_create(
        Match(
            tournament=tournament,
            number=each["match"],
            stage=each["stage"],
            pool=None if each["pool"] is None else pools[each["draw"], each["pool"]],
            bracket=None if each["bracket"] is None else brackets[each["bracket"]],
            bracket_number=each["bracket_number"],
            is_live=each["live"],
            round=each["round"],
            pair_a=pairs[each["a"]],
            pair_b=pairs[each["b"]],
            format=each["sheet"]["format"],
            deals=each["sheet"]["deals"],
            slot=each["slot"],
            table=each["table"],
            starts_at=read_moment(each["starts_at"]),
            called_at=read_maybe(each["called_at"]),
            moved_by_hand=each["moved_by_hand"],
            annulment=each["annulled"]["by"] if each["annulled"] else "",
            annulment_reason=each["annulled"]["reason"] if each["annulled"] else "",
            annulled_at=read_maybe(each["annulled"]["at"] if each["annulled"] else None),
            **(each["seats"] or {}),
            seats_revision=each["seats_revision"],
            first_revision=each["first_revision"],
            revision=each["first_revision"] + len(each["revisions"]),
            confirmed_a=each["confirmed"]["a"],
            confirmed_b=each["confirmed"]["b"],
            changed_at=read_maybe(each["changed_at"]),
            **{
                field: "" if cached is None else cached for field, cached in each["outcome"].items()
            },
        )
        for each in told
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
                made_at_table=told_revision["table"],
                reason=told_revision["reason"],
                replayed_deal=told_revision["replayed_deal"],
                corrects=told_revision["kept"] < length,
            )
        )
        lengths[match.number] = told_revision["kept"] + len(told_revision["added"])
    create(revisions, "made_at", [told_revision["made_at"] for _match, told_revision in writes])
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


def _write_confirmations(told: Sequence[Value], matches: Mapping[int, Match]) -> None:
    confirmed = [
        (matches[each["match"]], confirmation)
        for each in told
        for confirmation in each["confirmations"]
    ]
    confirmations = [
        Confirmation(
            match=match,
            side=each["side"],
            revision=each["revision"],
            made_by_name=each["made_by"],
        )
        for match, each in confirmed
    ]
    create(confirmations, "made_at", [each["made_at"] for _match, each in confirmed])
