"""Which mutants are tried: a seeded sample of each room."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mutation.operators import Mutant, mutant, n_mutants

SEED = 2015
PER_ROOM = 40
FIGURES = ("figures.py", "answer_figure.py")

# Rooms by the name under which their mutants are counted.
ROOMS = {
    "metrics": ("metrics",),
    "analysis": ("study", "answer", "robustness", "stats"),
    "sources": ("sources", "second_opinion"),
    "report": ("report", "direct"),
    "figures": ("plotting",),
    "run": ("run",),
    "theory": (),
}


@dataclass(frozen=True)
class Place:
    """A mutant of a module, by its number."""

    room: str
    module: str
    number: int

    def mutant(self, package: Path) -> Mutant:
        """Return the mutant."""
        return mutant((package / self.module).read_text(encoding="utf-8"), self.number)


def sample(package: Path, per_room: int = PER_ROOM, seed: int = SEED) -> list[Place]:
    """Return so many mutants of each room, each mutant as likely as any other of its room."""
    chosen = []
    for room in ROOMS:
        places = list(places_of(package, room))
        rng = random.Random(f"{seed} {room}")
        chosen += sorted(
            rng.sample(places, min(per_room, len(places))),
            key=lambda place: (place.module, place.number),
        )
    return chosen


def places_of(package: Path, room: str) -> Iterator[Place]:
    """Yield the mutants of a room."""
    for path in sorted(package.rglob("*.py")):
        module = path.relative_to(package)
        if room_of(module) == room:
            for number in range(n_mutants(path.read_text(encoding="utf-8"))):
                yield Place(room, module.as_posix(), number)


def room_of(module: Path) -> str | None:
    """Return the name under which the mutants of a module are counted."""
    package, room = module.parts[0], module.parts[1]
    if package == "prgtheory":
        return "theory"
    if module.name in FIGURES or "parts" in module.parts:
        return "figures"
    return next((name for name, folders in ROOMS.items() if room in folders), None)
