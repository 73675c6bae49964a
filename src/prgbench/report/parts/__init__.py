"""What is shown of each part, in the order of the page, and the sections of a study."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from prgbench.answer.interface import Tables
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import listing
from prgbench.report.parts import (
    breakdown,
    choosing,
    confidence_sets,
    given,
    leaderboards,
    measure_matrix,
    model_pairs,
    multiverse,
    rankings,
    standings,
)
from prgbench.report.shown_part import ShownPart, datasets_of, without_rough_intervals
from prgbench.robustness.parts import ADDED

SHOWN: tuple[ShownPart, ...] = (
    standings.SHOWN,
    leaderboards.SHOWN,
    rankings.RANKINGS,
    model_pairs.MODEL_PAIRS,
    choosing.SHOWN,
    model_pairs.EXPECTED_F1_PART,
    rankings.INTERVALS,
    confidence_sets.SHOWN,
    given.GIVEN,
    given.EQUAL_ROWS,
    multiverse.SHOWN,
    breakdown.SHOWN,
    measure_matrix.SHOWN,
    *(module.SHOWN for module in ADDED.values()),
)


SECTION = "Question by question"


@dataclass(frozen=True, slots=True)
class PartSection:
    """The section of a part: what `ShownPart` says of it, and its results."""

    part: ShownPart
    shows: str
    paragraphs: list[str]


def part_sections(names: Iterable[str], tables: Tables, facts: Facts) -> list[PartSection]:
    """Return the sections of parts that have something to show, in the order of the page."""
    shown, datasets = without_rough_intervals(tables), datasets_of(tables)
    sections = [
        PartSection(part, part.shows.format(units=facts.units), part.paragraphs(shown, facts))
        for part in _asked_for(names)
        if datasets >= part.fewest_datasets
    ]
    return [section for section in sections if section.paragraphs]


def with_more_datasets(names: Iterable[str], tables: Tables) -> str:
    """Name in a sentence what a study of more data sets would show; "" if it is all shown."""
    datasets = datasets_of(tables)
    later = [part for part in _asked_for(names) if datasets < part.fewest_datasets]
    fewest = attrgetter("fewest_datasets")
    titles = [
        f"{listing([f'“{part.title}”' for part in parts])} (from {number} on)"
        for number, parts in groupby(sorted(later, key=fewest), fewest)
    ]
    return f"Not shown, as there are too few data sets: {'; '.join(titles)}." if titles else ""


def _asked_for(names: Iterable[str]) -> list[ShownPart]:
    wanted = set(names)
    return [part for part in SHOWN if part.name in wanted]


def figures_of(names: Iterable[str]) -> list[str]:
    """Return the names of the figures of parts, in the order of the page."""
    return [figure for part in _asked_for(names) for figure in part.figures]
