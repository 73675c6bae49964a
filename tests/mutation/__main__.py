"""Tries a seeded sample of mutants and says by room how many a test has noticed: `make mutants`.

``python -m mutation --room study --first 0 --last 20`` tries a slice of one room. What has been
tried is kept in ``build/mutants.csv`` and not tried again while the module stays as it is.
"""

import argparse
import csv
import hashlib
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from mutation.sample import PER_ROOM, ROOMS, SEED, Place, sample
from mutation.trial import CAUGHT, SURVIVED, TIMED_OUT, Trial, Trials

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src"
KEPT = ROOT / "build" / "mutants.csv"
EQUIVALENT = Path(__file__).with_name("equivalent.csv")
COLUMNS = ("room", "module", "digest", "number", "line", "change", "outcome", "tests")


def main() -> None:
    """Try what has not been tried, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--room", choices=ROOMS, help="one room; default all")
    parser.add_argument("--per-room", type=int, default=PER_ROOM)
    parser.add_argument("--seed", type=int, default=SEED, help="another sample")
    parser.add_argument("--first", type=int, default=0, help="the first of each room's sample")
    parser.add_argument("--last", type=int, help="the one after the last")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    kept = read_kept()
    drawn = sample(PACKAGE, options.per_room, options.seed)
    for room in [options.room] if options.room else ROOMS:
        places = [place for place in drawn if place.room == room]
        waiting = [
            place for place in places[options.first : options.last] if key_of(place) not in kept
        ]
        for trial in tried(waiting, options.processes):
            keep(trial)
            mark = "" if trial.outcome != SURVIVED else "   <--"
            say(f"{trial.outcome:9} {trial.place.module}:{trial.line}: {trial.name[:90]}{mark}")
    say(table(drawn, read_kept()))


def tried(places: list[Place], processes: int) -> Iterator[Trial]:
    """Yield what became of mutants, several at a time, each in a copy of its own."""
    copies: SimpleQueue[Trials] = SimpleQueue()
    for _ in range(processes):
        copies.put(Trials(ROOT))

    def attempt(place: Place) -> Trial:
        copy = copies.get()
        try:
            return copy.attempt(place)
        finally:
            copies.put(copy)

    with ThreadPoolExecutor(processes) as pool:
        yield from pool.map(attempt, places)


def key_of(place: Place) -> tuple[str, str, str]:
    """Return what a trial depends on: the module as it is, and the number of the mutant."""
    digest = hashlib.sha256((PACKAGE / place.module).read_bytes()).hexdigest()[:12]
    return place.module, digest, str(place.number)


def read_kept() -> dict[tuple[str, str, str], dict[str, str]]:
    """Return the trials of before."""
    if not KEPT.exists():
        return {}
    with KEPT.open(encoding="utf-8", newline="") as file:
        return {(row["module"], row["digest"], row["number"]): row for row in csv.DictReader(file)}


def keep(trial: Trial) -> None:
    """Add a trial to those of before."""
    begins = not KEPT.exists()
    KEPT.parent.mkdir(exist_ok=True)
    with KEPT.open("a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        if begins:
            writer.writerow(COLUMNS)
        module, digest, number = key_of(trial.place)
        outcome = (trial.line, trial.name, trial.outcome, Path(trial.tests).name)
        writer.writerow((trial.place.room, module, digest, number, *outcome))


def equivalent() -> set[tuple[str, str, str]]:
    """Return the mutants, by module, line of code and change, that do the same as the code."""
    with EQUIVALENT.open(encoding="utf-8", newline="") as file:
        return {(row["module"], row["code"], row["change"]) for row in csv.DictReader(file)}


def code_of(row: dict[str, str]) -> str:
    """Return the line that a trial changed."""
    lines = (PACKAGE / row["module"]).read_text(encoding="utf-8").splitlines()
    return lines[int(row["line"]) - 1].strip()


def table(drawn: list[Place], rows: dict[tuple[str, str, str], dict[str, str]]) -> str:
    """Return by room how many mutants of a sample were caught, survived or are equivalent."""
    same = equivalent()
    counts: dict[str, Counter[str]] = {room: Counter() for room in ROOMS}
    for place in drawn:
        if row := rows.get(key_of(place)):
            changed = row["module"], code_of(row), row["change"]
            is_same = row["outcome"] == SURVIVED and changed in same
            counts[place.room]["equivalent" if is_same else row["outcome"]] += 1
    lines = [
        f"{'room':12} {'caught':>7} {'timed out':>10} {'survived':>9} {'equivalent':>11} share"
    ]
    for room, found in counts.items():
        noticed = found[CAUGHT] + found[TIMED_OUT]
        decided = noticed + found[SURVIVED]
        share = f"{noticed / decided:.0%}" if decided else ""
        numbers = f"{found[CAUGHT]:7} {found[TIMED_OUT]:10} {found[SURVIVED]:9}"
        lines.append(f"{room:12} {numbers} {found['equivalent']:11} {share}")
    return "\n".join(lines)


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
