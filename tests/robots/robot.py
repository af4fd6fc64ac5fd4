"""One table: a robot that plays its match deal by deal, badly connected and in haste.

Whatever goes wrong with an answer, the robot does what a phone does: it sends the same submission
again, with the same token, until it hears that it is saved.
"""

from __future__ import annotations

import http.client
import json
import random
import re
import threading
import time
import urllib.parse
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from uuid import uuid4

from scoring.deals import TRICKS_IN_DEAL, Game, Side
from scoring.ledger import (
    DealEntry,
    FormatKind,
    Ledger,
    MatchFormat,
    RowEvent,
    Tricks,
    append,
    replay,
)
from scoring.notation import format_entry

MOST_TRIES = 200
PAUSE = 0.05


class Habit(StrEnum):
    """How a deal is sent."""

    PLAIN = "plain"
    TWICE = "twice"
    """Two taps at once: the same submission by two connections."""
    HANG_UP = "hang_up"
    """The connection is cut before the answer comes, then it is sent again."""
    STALE = "stale"
    """First from a page of the sheet as it was before, which must be refused."""
    QUEUED = "queued"
    """As from a phone that was offline: it names the submission it follows, no revision."""


@dataclass(eq=False)
class Robot(threading.Thread):
    """A table: `saved` is what it was told is saved, in order, `wrong` what it did not expect."""

    port: int
    place: dict[str, Any]
    seed: int
    confirms: bool = True
    saved: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    refused: int = 0
    again: int = 0

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self.chance = random.Random(self.seed)
        self.cookies: dict[str, str] = {}
        self.revision = 0
        self.last_token = ""

    @property
    def sheet(self) -> str:
        """The address of the match."""
        return f"{self.place['address']}{self.place['match']}/"

    def run(self) -> None:
        try:
            self._play()
        except Exception as fault:
            self.wrong.append(repr(fault))

    def _play(self) -> None:
        match_format = MatchFormat(FormatKind.FIXED, self.place["deals"])
        ledger = replay(match_format, ())
        self._open()
        while not ledger.is_finished:
            entry = self._some_deal(ledger, match_format)
            self._send_deal(format_entry(entry), self._habit())
            ledger = append(ledger, match_format, entry)
        if self.confirms:
            self._confirm()

    def _habit(self) -> Habit:
        habit = self.chance.choice(list(Habit))
        begun = bool(self.saved)
        return habit if begun or habit not in (Habit.STALE, Habit.QUEUED) else Habit.PLAIN

    def _some_deal(self, ledger: Ledger, match_format: MatchFormat) -> DealEntry:
        """A deal that makes no tuppi, so that the match is as long as it can be."""
        while True:
            game = self.chance.choice(list(Game))
            declarer = self.chance.choice(list(Side)) if game is Game.RAMI else None
            entry = DealEntry(game, declarer, Tricks(self.chance.randint(0, TRICKS_IN_DEAL)))
            if append(ledger, match_format, entry).rows[-1].event is not RowEvent.TUPPI:
                return entry

    # --- what is sent ------------------------------------------------------------------------

    def _open(self) -> None:
        """Reads the page for the revision of the sheet; a worker may be killed over it."""
        text = ""
        for _try in range(MOST_TRIES):
            try:
                status, text = self._ask("GET", self.sheet)
            except (OSError, http.client.HTTPException):
                status = 0
            if status and status < 500:
                break
            time.sleep(PAUSE)
        found = re.search(r'data-revision="(\d+)"', text)
        assert found, text[:2000]
        self.revision = int(found[1])

    def _send_deal(self, line: str, habit: Habit) -> None:
        token = str(uuid4())
        body = {"entry": line, "token": token}
        if habit is Habit.QUEUED:
            body["follows"] = self.last_token
        else:
            body["revision"] = str(self.revision)
        if habit is Habit.STALE:
            self._send_stale(line)
        if habit is Habit.HANG_UP:
            self._send_and_hang_up(body)
        began = time.perf_counter()
        if habit is Habit.TWICE:
            other = threading.Thread(target=self._until_saved, args=(body, []))
            other.start()
            told = self._until_saved(body, self.milliseconds)
            other.join()
        else:
            told = self._until_saved(body, self.milliseconds)
        if told is None:
            self.wrong.append(f"{line} ({habit}) was not saved in {time.perf_counter() - began}")
            return
        self.revision, self.last_token = told["revision"], token
        self.saved.append(line)

    def _send_stale(self, line: str) -> None:
        body = {"entry": line, "token": str(uuid4()), "revision": str(self.revision - 1)}
        for _try in range(MOST_TRIES):
            status, told = self._ask_deal(body)
            if status == 409 and told.get("saved") is False:
                self.refused += 1
                return
            if status < 500 and status:
                break
            time.sleep(PAUSE)
        self.wrong.append(f"a stale deal was answered {status}: {told}")

    def _until_saved(
        self, body: dict[str, str], milliseconds: list[float]
    ) -> dict[str, Any] | None:
        """Sends until it is saved; None where it never is."""
        for tried in range(MOST_TRIES):
            began = time.perf_counter()
            status, told = self._ask_deal(body)
            if status == 200 and told.get("saved"):
                if not tried:
                    milliseconds.append((time.perf_counter() - began) * 1000)
                return told
            if status and status < 500:
                self.wrong.append(f"{body['entry']} was answered {status}: {told}")
                return None
            self.again += 1
            time.sleep(PAUSE)
        return None

    def _ask_deal(self, body: dict[str, str]) -> tuple[int, dict[str, Any]]:
        """The status and the JSON of the answer; 0 where there is none."""
        try:
            status, text = self._ask("POST", f"{self.sheet}deal/", body)
        except (OSError, http.client.HTTPException):
            return 0, {}
        try:
            return status, json.loads(text)
        except ValueError:
            return status, {"text": text[:200]}

    def _send_and_hang_up(self, body: dict[str, str]) -> None:
        """Sends it all and cuts the connection at once, before any answer."""
        try:
            connection = self._request("POST", f"{self.sheet}deal/", body)
            connection.close()
        except (OSError, http.client.HTTPException):
            pass

    def _confirm(self) -> None:
        """Both pairs confirm, each with the code on its card."""
        for side in ("a", "b"):
            body = {
                "side": side.upper(),
                "code": self.place[f"code_{side}"],
                "revision": str(self.revision),
                "token": str(uuid4()),
            }
            for _try in range(MOST_TRIES):
                try:
                    status, text = self._ask("POST", f"{self.sheet}confirm/", body)
                except (OSError, http.client.HTTPException):
                    continue
                if status in (200, 302):
                    break
                if status < 500:
                    self.wrong.append(f"confirming was answered {status}: {text[:300]}")
                    return
                time.sleep(PAUSE)

    def _ask(
        self, method: str, address: str, body: dict[str, str] | None = None
    ) -> tuple[int, str]:
        connection = self._request(method, address, body)
        try:
            response = connection.getresponse()
            for sent in response.headers.get_all("Set-Cookie") or []:
                name, _equals, value = sent.split(";")[0].partition("=")
                self.cookies[name] = value
            return response.status, response.read().decode()
        finally:
            connection.close()

    def _request(
        self, method: str, address: str, body: dict[str, str] | None
    ) -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        sent = None
        if body is not None:
            headers |= {
                "Accept": "application/json",
                "Content-Type": "application/x-www-form-urlencoded",
            }
            sent = urllib.parse.urlencode(body)
        connection.request(method, address, sent, headers)
        return connection
