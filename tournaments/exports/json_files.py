"""Files of JSON for other people's pages and programs, each its own format of FORMATS.md.

A file is the same as long as the event is: it holds no time of its making and no language.
"""

from __future__ import annotations

import json
from typing import Any

from tournaments.exports.file import ExportedFile, json_file
from tournaments.exports.json_values import (
    Value,
    day_value,
    decision_value,
    draw_value,
    event_value,
    match_value,
    members_value,
    pair_value,
    places_value,
    pool_value,
    ruling_values,
    sheet_value,
    slot_value,
)
from tournaments.exports.knockout_values import bracket_draw_value, knockout_value
from tournaments.exports.options import FileOptions
from tournaments.models import Tournament
from tournaments.queries.brackets import bracket_draws_of
from tournaments.queries.draws import draws_of
from tournaments.queries.event_rulings import sheets_with_rulings
from tournaments.queries.jury import decisions_of, jury_of
from tournaments.queries.knockout import knockout_of
from tournaments.queries.matches import matches_of, schedule_of
from tournaments.queries.pairs import pairs_by_key
from tournaments.queries.places import places_of
from tournaments.queries.sheets import sheets_of
from tournaments.queries.standings import standings_of
from tournaments.queries.whole_event import whole_event

JSON_VERSION = 1
"""The version that every file of these names. One with another meaning of a key gets its own."""


def standings_json(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """Every pool with its places and matches (six queries)."""
    pairs = pairs_by_key(tournament)
    return _file(
        tournament,
        "standings",
        pairs=[pair_value(pair) for pair in pairs.values()],
        pools=[
            {**pool_value(pool), "matches": [match_value(view) for view in pool.matches]}
            for pool in standings_of(tournament, pairs)
        ],
    )


def places_json(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """The final places with what each was decided by (seven queries at most)."""
    places = places_of(tournament)
    pairs = {placed.pair.number: placed.pair for placed in places.pairs}
    return _file(
        tournament,
        "places",
        pairs=[pair_value(pairs[number]) for number in sorted(pairs)],
        **places_value(places),
    )


def pairs_json(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """Every pair with players and clubs (three queries)."""
    pairs = pairs_by_key(tournament)
    return _file(tournament, "pairs", pairs=[pair_value(pair) for pair in pairs.values()])


def draws_json(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """Every draw made, with what is needed to make it again (four queries)."""
    return _file(tournament, "draws", draws=[draw_value(view) for view in draws_of(tournament)])


def knockout_json(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """The bracket that counts, and every draw of the knock-out (nine queries at the most)."""
    pairs = pairs_by_key(tournament)
    knockout = knockout_of(tournament, pairs)
    return _file(
        tournament,
        "knockout",
        knockout=knockout_value(knockout) if knockout else None,
        knockout_draws=[bracket_draw_value(view) for view in bracket_draws_of(tournament, pairs)],
    )


def schedule_json(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """Every start with its tables and who sits out (six queries)."""
    return _file(tournament, "schedule", starts=[slot_value(s) for s in schedule_of(tournament)])


def matches_json(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """Every match with its result and the record of its score sheet (five queries)."""
    sheets = sheets_of(matches_of(tournament))
    return _file(tournament, "matches", matches=[sheet_value(sheet) for sheet in sheets])


def rulings_json(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """The rulings that stand, the jury and its decisions (eight queries)."""
    sheets = sheets_with_rulings(tournament, matches_of(tournament))
    return _file(
        tournament,
        "rulings",
        rulings=ruling_values(sheets),
        jury=members_value(jury_of(tournament).members),
        decisions=[decision_value(decision) for decision in decisions_of(tournament)],
    )


def event_json(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """All of the above in one file (fifteen queries at most)."""
    event = whole_event(tournament)
    value = {
        "event": event_value(tournament, event.days),
        "days": [day_value(day) for day in event.days],
        "pairs": [pair_value(pair) for pair in event.pairs],
        "draws": [draw_value(view) for view in event.draws],
        "knockout": knockout_value(event.knockout) if event.knockout else None,
        "knockout_draws": [bracket_draw_value(view) for view in event.brackets],
        "starts": [slot_value(slot) for slot in event.slots],
        "pools": [pool_value(pool) for pool in event.pools],
        "matches": [sheet_value(sheet) for sheet in event.sheets],
        **places_value(event.places),
        "rulings": ruling_values(event.sheets),
        "jury": members_value(event.jury.members),
        "decisions": [decision_value(decision) for decision in event.decisions],
    }
    return _written("event", value)


def _file(tournament: Tournament, name: str, **parts: Any) -> ExportedFile:
    """A file of one subject (one query more than its parts)."""
    return _written(name, {"event": event_value(tournament, tournament.days.all()), **parts})


def _written(name: str, value: Value) -> ExportedFile:
    whole = {"format": f"tuppiliitto-{name}", "version": JSON_VERSION, **value}
    return json_file(json.dumps(whole, ensure_ascii=False).encode())
