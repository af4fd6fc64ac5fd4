"""How many deals a second one core replays. Run: python tests/bench/bench_replay.py"""

import json
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
SECONDS = 2.0


def main() -> None:
    # Run as a script, it finds the rules beside the tests.
    sys.path.insert(0, str(ROOT))
    from scoring.ledger import replay
    from scoring.records import read_match, replay_record, write_ledger

    lines = (ROOT / "tests" / "scoring" / "matches.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if "rows" in case["expect"]]
    records = [case["record"] for case in cases]
    texts = [json.dumps(record) for record in records]
    sheets = [read_match(record) for record in records]
    deals = sum(len(entries) for _, entries in sheets)

    def replay_values() -> None:
        for match_format, entries in sheets:
            replay(match_format, entries)

    def replay_records() -> None:
        for record in records:
            replay_record(record)

    def replay_lines() -> None:
        for text in texts:
            json.dumps(write_ledger(replay_record(json.loads(text))))

    for name, work in (
        ("values -> ledger", replay_values),
        ("records -> ledger", replay_records),
        ("lines of JSON -> lines of JSON", replay_lines),
    ):
        rounds = 0
        start = time.perf_counter()
        while (elapsed := time.perf_counter() - start) < SECONDS:
            work()
            rounds += 1
        print(f"{name}: {rounds * deals / elapsed:,.0f} deals a second")


if __name__ == "__main__":
    main()
