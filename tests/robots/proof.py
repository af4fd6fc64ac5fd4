"""A whole run: robots at every table, a worker killed now and then, everything compared."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from tests.robots.robot import Robot
from tests.robots.server import ask_hall, served


@dataclass(frozen=True)
class Proof:
    """What a run came to; `wrong` is empty where nothing was lost, doubled or mixed up."""

    tables: int
    deals_saved: int
    stale_refused: int
    sent_again: int
    workers_killed: int
    milliseconds: tuple[float, ...]
    seconds: float
    wrong: tuple[str, ...]


def play_hall(
    environment: Mapping[str, str], *, tables: int, deals: int, kills: int, seed: int
) -> Proof:
    """Robots play a match of `deals` at each of `tables`; workers of the server are killed `kills`
    times, spread over the deals. `environment` is that of the site: DATA_DIR, DATABASE_URL."""
    places = ask_hall(environment, "prepare", str(tables), str(deals))
    assert len(places) == tables, places
    killed = 0
    with served(environment) as server:
        robots = [Robot(server.port, place, seed + n) for n, place in enumerate(places)]
        began = time.monotonic()
        for robot in robots:
            robot.start()
        while any(robot.is_alive() for robot in robots):
            time.sleep(0.02)
            played = sum(len(robot.saved) for robot in robots)
            if killed < kills and played * (kills + 1) > tables * deals * (killed + 1):
                server.kill_a_worker()
                killed += 1
        seconds = time.monotonic() - began
    found = ask_hall(environment, "look")
    wrong = [*found["wrong"], *(f"table: {each}" for robot in robots for each in robot.wrong)]
    for robot in robots:
        number = robot.place["match"]
        there, told = found["sheets"].get(str(number), ""), " ".join(robot.saved)
        if there != told:
            wrong.append(f"match {number}: told {told!r}, there is {there!r}")
        if number not in found["confirmed"]:
            wrong.append(f"match {number} is not confirmed")
    if set(found["sheets"]) != {str(robot.place["match"]) for robot in robots}:
        wrong.append("a match was written on that nobody played")
    return Proof(
        tables=tables,
        deals_saved=sum(len(robot.saved) for robot in robots),
        stale_refused=sum(robot.refused for robot in robots),
        sent_again=sum(robot.again for robot in robots),
        workers_killed=killed,
        milliseconds=tuple(each for robot in robots for each in robot.milliseconds),
        seconds=seconds,
        wrong=tuple(wrong),
    )
