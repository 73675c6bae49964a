"""What is shown of each part, in the order of the page, and the sections of a study.

A part of the comparison (`prgbench.answer.interface.Part`) computes tables; the `ShownPart` of
the same name, in a module of this folder, turns them into a title, paragraphs and figures. Here
they are listed, and intervals that too few data sets would make too rough are hidden in all of
them alike.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

import numpy as np
import pandas as pd

from prgbench.answer.interface import BOUND, P_VALUE, Tables, columns_marked
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import listing
from prgbench.report.parts import (
    aggregation,
    breakdown,
    choosing,
    common_prevalence,
    confidence_sets,
    costs,
    equal_rows,
    expected_f1,
    given,
    leaderboards,
    measure_matrix,
    model_pairs,
    multiverse,
    rankings,
    standings,
)
from prgbench.report.shown_part import FEWEST_FOR_INTERVAL, ShownPart, datasets_of
from prgbench.study_file import PARTS

SHOWN: tuple[ShownPart, ...] = (
    standings.SHOWN,
    costs.SHOWN,
    leaderboards.SHOWN,
    aggregation.SHOWN,
    common_prevalence.SHOWN,
    rankings.RANKINGS,
    model_pairs.SHOWN,
    choosing.SHOWN,
    expected_f1.SHOWN,
    rankings.INTERVALS,
    confidence_sets.SHOWN,
    given.SHOWN,
    equal_rows.SHOWN,
    multiverse.SHOWN,
    breakdown.SHOWN,
    measure_matrix.SHOWN,
)


SECTION = "Question by question"
_TYPES = {name: row for part in PARTS for name, row in part.rows.items()}


@dataclass(frozen=True, slots=True)
class PartSection:
    """The section of a part: what `ShownPart` says of it, and its results."""

    part: ShownPart
    shows: str
    paragraphs: list[str]


def without_rough_intervals(tables: Tables) -> Tables:
    """Return tables without the intervals and p-values of too few data sets.

    In a table with a column ``datasets``, the bounds of rows with fewer than
    `FEWEST_FOR_INTERVAL` become NaN; p-values do if all rows have fewer. Quartiles, ranges and
    bounds of ranks stay.
    """
    return {name: _shown(name, table) for name, table in tables.items()}


def _shown(name: str, table: pd.DataFrame) -> pd.DataFrame:
    if name not in _TYPES or "datasets" not in table:
        return table
    # P-values were adjusted together: where some rows have enough data sets, all of them stay.
    rough = table["datasets"] < FEWEST_FOR_INTERVAL
    kinds = [BOUND, P_VALUE] if rough.all() else [BOUND]
    hidden = [column for kind in kinds for column in columns_marked(_TYPES[name], kind)]
    return table.assign(**{column: table[column].mask(rough, np.nan) for column in hidden})


def part_sections(names: Iterable[str], tables: Tables, facts: Facts) -> list[PartSection]:
    """Return the sections of parts that have something to show, in the order of the page."""
    shown = without_rough_intervals(tables)
    datasets = datasets_of(tables)
    sections = [
        PartSection(part, part.shows.format(units=facts.units), part.paragraphs(shown, facts))
        for part in _asked_for(names)
        if datasets >= part.fewest_datasets
    ]
    return [section for section in sections if section.paragraphs]


def with_more_datasets(names: Iterable[str], tables: Tables) -> str:
    """Name what a study of more data sets would show; "" if it is all shown."""
    datasets = datasets_of(tables)
    # A reader of a small study learns what is missing, and from when on it would be there.
    later = [part for part in _asked_for(names) if datasets < part.fewest_datasets]
    fewest = attrgetter("fewest_datasets")
    # A sentence for each number of data sets: one for all of them would be long.
    return " ".join(
        f"Not shown below {number} data sets: {listing([f'“{part.title}”' for part in parts])}."
        for number, parts in groupby(sorted(later, key=fewest), fewest)
    )


def _asked_for(names: Iterable[str]) -> list[ShownPart]:
    wanted = set(names)
    return [part for part in SHOWN if part.name in wanted]


def figures_of(names: Iterable[str]) -> list[str]:
    """Return the names of the figures of parts, in the order of the page."""
    return [figure for part in _asked_for(names) for figure in part.figures]
