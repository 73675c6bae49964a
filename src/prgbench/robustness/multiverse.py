"""The paper's nine numbers under every defensible choice, and their distance to the paper."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from prgbench.answer.interface import Part, Study, Tables, table_of
from prgbench.answer.intervals import agreement_intervals
from prgbench.answer.scored_task import Setting
from prgbench.answer.scores_of_rows import mean_of_defined, scores_of_parts
from prgbench.answer.task_rows import Rows
from prgbench.answer.task_scores import TaskScores
from prgbench.robustness.choices import (
    ALL_CHOICES,
    BY_BOTH,
    CHOICES,
    DIGIT,
    FOLD_MEAN,
    MEASURES,
    NUMBERS,
    OTHER,
    POOLED,
    PRINTED,
    SEVERAL,
    STATED,
    Options,
    number_column,
    score_column,
)
from prgbench.robustness.padded_scores import pad_scores
from prgbench.robustness.universes import Universe, levels_of, universes
from prgbench.stats.ranks import ranks_of
from prgbench.typing import BoolArray, Floats

GOAL = {
    number_column(statistic, *pair): number
    for statistic, numbers in PRINTED.items()
    for pair, number in numbers.items()
}
"""The printed numbers by their columns."""
DISTANCE = "distance"


def distances(
    table: pd.DataFrame, errors: Mapping[str, float], goal: Mapping[str, float]
) -> Floats:
    """Return how far each universe's nine numbers are from a goal, shape (universes,).

    That is the root mean square of nine differences, each less what rounding to the printed digit
    hides, in standard errors of the number. An error is at least half that digit.
    """
    hidden = DIGIT / 2
    # A number within half a printed digit is as printed; beyond that, errors are the unit.
    terms = [
        np.maximum(np.abs(table[number].to_numpy() - goal[number]) - hidden, 0)
        / np.fmax(errors[number], hidden)
        for number in NUMBERS
    ]
    return np.asarray(np.sqrt(np.mean(np.square(terms), axis=0)))


def standard_errors(intervals: pd.DataFrame) -> dict[str, float]:
    """Return the standard errors of the nine numbers in the table `intervals`, NaN if unknown."""
    errors = {
        (row["statistic"], frozenset((row["measure_a"], row["measure_b"]))): row["standard_error"]
        for row in intervals.to_dict("records")
    }
    return {
        number: float(errors.get((statistic, frozenset(pair)), np.nan))
        for number, (statistic, *pair) in NUMBERS.items()
    }


def nearest_first(table: pd.DataFrame) -> pd.DataFrame:
    """Return the universes by their distance, but the study's own first."""
    return table.sort_values(
        ["default", DISTANCE], ascending=[False, True], kind="stable", ignore_index=True
    )


@dataclass(frozen=True, slots=True)
class UniverseRange:
    """How far one of the nine numbers goes over the levels of one choice, or over all universes.

    ``found`` is that of the default; the others are over the ``universes`` in which the number is
    defined and no other choice differs from the default.
    """

    statistic: str
    measure_a: str
    measure_b: str
    choice: str
    found: float
    least: float
    greatest: float
    least_at: str
    greatest_at: str
    universes: int


def per_task(task: TaskScores, _setting: Setting, _options: Options) -> Tables:
    """Return ``multiverse_scores``: the scores of each model and the checksum of its ranking.

    The other positive class is scored where the classes are balanced, else NaN. Where no model's
    confidence in the negative class breaks ties, scores by both are those by one.
    """
    columns = {
        "run_id": task.run_ids,
        "ranking": [ranking_checksum(scores) for scores in task.y_scores],
        "task_id": task.task_id,
        "instances": task.n_instances,
    }
    # Where one class is rarer, it is positive in the paper: there is no choice.
    balanced = 2 * task.y_true.sum() == len(task.y_true)
    everything = [np.arange(len(task.y_true))]
    for average, parts in ((POOLED, everything), (FOLD_MEAN, task.fold_rows())):
        stated = _means(task.y_true, task.y_scores, parts)
        other = _means(~task.y_true, -task.y_scores, parts if balanced else [])
        by_both = stated
        if task.scores_by_both is not None:
            # Only models whose ties the other class breaks are scored a second time.
            differ = (task.scores_by_both != task.y_scores).any(axis=1)
            by_both = stated.copy()
            by_both[:, differ] = _means(task.y_true, task.scores_by_both[differ], parts)
        for view, scores in ((STATED, stated), (OTHER, other), (BY_BOTH, by_both)):
            for name, values in zip(MEASURES, scores, strict=True):
                columns[score_column(view, average, name)] = values
    return {"multiverse_scores": pd.DataFrame(columns)}


def _means(y_true: BoolArray, y_scores: Floats, parts: list[Rows]) -> Floats:
    """Average each measure over the parts in which it is defined: shape (measures, models)."""
    return mean_of_defined(scores_of_parts(y_true, y_scores, MEASURES, parts))


def ranking_checksum(scores: Floats) -> str:
    """Return a checksum that is the same for scores that order all rows alike, ties included."""
    ranks = ranks_of(scores, "min").astype(np.int64)
    return hashlib.blake2b(ranks.tobytes(), digest_size=12).hexdigest()


def tables(study: Study, options: Options) -> Tables:
    """Return all universes, the default and then the nearest first, by number and by choice."""
    setting = study.setting
    padded = pad_scores(study.per_task["multiverse_scores"], study.models, setting.seed)
    levels = levels_of(padded, options, setting.ranking)
    table = table_of(Universe, universes(padded, levels, setting.ranking))
    intervals = agreement_intervals(study.agreement, study.models, study.resampling)
    table["distance"] = distances(table, standard_errors(intervals), GOAL)
    return {
        "multiverse": nearest_first(table),
        "multiverse_range": table_of(UniverseRange, ranges(table)),
    }


def ranges(table: pd.DataFrame) -> Iterator[UniverseRange]:
    """Yield how far each of the nine numbers goes, over all choices and by each choice alone."""
    default = table.loc[table["default"]].iloc[0]
    varying = [choice for choice in CHOICES if table[choice].nunique() > 1]
    for number, names in NUMBERS.items():
        for choice in [ALL_CHOICES, *varying]:
            other_choices = [c for c in varying if choice not in {c, ALL_CHOICES}]
            # One choice at a time: all others are as the study makes them.
            alike = (table[other_choices] == default[other_choices]).all(axis=1)
            of_choice = table[alike].dropna(subset=number).sort_values(number, kind="stable")
            levels = [] if choice == ALL_CHOICES else of_choice[choice].astype(str).tolist()
            yield UniverseRange(
                *names,
                choice,
                found=default[number],
                least=of_choice[number].min(),
                greatest=of_choice[number].max(),
                least_at=next(iter(levels), SEVERAL),
                greatest_at=next(reversed(levels), SEVERAL),
                universes=len(of_choice),
            )


PART = Part(
    "multiverse",
    Options,
    tables,
    per_task,
    rows={"multiverse": Universe, "multiverse_range": UniverseRange},
)
