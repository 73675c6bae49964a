"""What a claim of the literature is, what was found of it, and how a verdict is reached.

A claim is a module with its `Claim` at the end, listed in `prgbench.robustness.claims.part`. It
computes some numbers for each task, and from those of all tasks one or two rows with verdicts.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from prgbench.answer.interface import Bound, Setting, Study
from prgbench.answer.rankings import FEWEST_DATASETS
from prgbench.answer.task_scores import Floats, TaskScores
from prgbench.stats.cluster_bootstrap import Resampling, Weights
from prgbench.stats.interval import CONSTANT, Interval

HOLDS = "holds here"
FAILS = "does not hold here"
TOO_LITTLE = "too little data"
DESCRIBED = "described, not tested"

Numbers = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Found:
    """A row of the table ``claims``.

    ``statistic`` says what the estimate is; the bounds of all rows with a verdict hold together at
    the study's confidence level. ``undefined`` counts the tasks without the statistic.
    """

    claim: str
    source: str
    statement: str
    statistic: str
    estimate: float
    lower: Bound
    upper: Bound
    verdict: str
    tasks: int
    datasets: int
    undefined: int
    note: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """A statistic of the tasks in which it is defined, with its interval over data sets."""

    interval: Interval
    tasks: int
    datasets: int

    @classmethod
    def of_mean(cls, own: pd.DataFrame, column: str, resampling: Resampling) -> "Evidence":
        """Return the mean of a column; tasks with NaN do not count."""
        defined = _defined(own, column)
        bootstrap = resampling.of(defined["dataset_id"])
        interval = bootstrap.interval(bootstrap.mean(defined[column]))
        return cls(interval, len(defined), bootstrap.n_clusters)

    @classmethod
    def of_ratio(
        cls, own: pd.DataFrame, numerator: str, denominator: str, resampling: Resampling
    ) -> "Evidence":
        """Return the mean of a column by that of another, over tasks that have both."""
        defined = _defined(own, numerator, denominator)
        bootstrap = resampling.of(defined["dataset_id"])
        sums = bootstrap.cluster_sums(defined[[numerator, denominator]])

        def statistic(weights: Weights) -> Floats:
            top, bottom = (weights @ sums).T
            ratio: Floats = np.full(len(weights), np.nan)
            np.divide(top, bottom, out=ratio, where=bottom != 0)
            return ratio

        return cls(bootstrap.interval(statistic), len(defined), bootstrap.n_clusters)

    @classmethod
    def of_share(cls, own: pd.DataFrame, column: str, resampling: Resampling) -> "Evidence":
        """Return the share of tasks in which a column is 1; tasks with NaN do not count."""
        defined = _defined(own, column)
        bootstrap = resampling.of(defined["dataset_id"])
        interval = bootstrap.interval_of_share(defined[column])
        return cls(interval, len(defined), bootstrap.n_clusters)

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the bounds of the interval: both the estimate where no data set differs."""
        if self.interval.note == CONSTANT:
            return self.interval.estimate, self.interval.estimate
        return self.interval.lower, self.interval.upper

    def above(self, *, holds: float = 0.0, fails: float = 0.0) -> str:
        """Return the verdict on "more than ``holds``".

        It holds if the lower bound is above ``holds``, and does not if the upper bound is below
        ``fails``.
        """
        lower, upper = self.bounds
        return self._verdict(lower > holds, upper < fails)

    def below(self, *, holds: float = 0.0, fails: float = 0.0) -> str:
        """Return the verdict on "less than ``holds``", as `above` does."""
        lower, upper = self.bounds
        return self._verdict(upper < holds, lower > fails)

    def within(self, lowest: float, highest: float) -> str:
        """Return the verdict on "between these two values".

        It holds if the interval lies inside, and does not if it lies wholly outside.
        """
        lower, upper = self.bounds
        return self._verdict(
            lowest <= lower and upper <= highest, upper < lowest or lower > highest
        )

    def _verdict(self, holds: bool, fails: bool) -> str:
        if self.datasets < FEWEST_DATASETS or not (holds or fails):
            return TOO_LITTLE
        return HOLDS if holds else FAILS


def _defined(own: pd.DataFrame, *columns: str) -> pd.DataFrame:
    """Return the tasks that have all of these numbers; none if no task has one of them."""
    return own.reindex(columns=["dataset_id", *columns]).dropna(subset=list(columns))


def all_of(verdicts: Iterable[str]) -> str:
    """Return the verdict on several statements together: all must hold.

    One that does not hold decides, so intervals of its parts share one level (`shared_by`).

    Examples
    --------
    >>> all_of([HOLDS, HOLDS]), all_of([HOLDS, TOO_LITTLE]), all_of([TOO_LITTLE, FAILS])
    ('holds here', 'too little data', 'does not hold here')
    """
    found = list(verdicts)
    if FAILS in found:
        return FAILS
    return HOLDS if found and set(found) == {HOLDS} else TOO_LITTLE


def shared_by(resampling: Resampling, parts: int) -> Resampling:
    """Return a resampling whose intervals of so many parts hold together at its level.

    The level of each is that of Bonferroni.

    Examples
    --------
    >>> round(shared_by(Resampling(1000, 0.95, 0), 5).confidence_level, 4)
    0.99
    """
    level = 1 - (1 - resampling.confidence_level) / max(parts, 1)
    return Resampling(resampling.resamples, level, resampling.seed)


@dataclass(frozen=True, slots=True)
class Result:
    """What a claim finds: a statement, its statistic in words, the evidence and the verdict."""

    statement: str
    statistic: str
    evidence: Evidence
    verdict: str
    note: str = ""


PerTask = Callable[[TaskScores, Setting], Numbers | None]
Rows = Callable[[Study, pd.DataFrame], Sequence[Result]]


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a source, and its test.

    Attributes
    ----------
    name : str
        Its id.
    claim : str
        One plain sentence in our words.
    source : str
        Authors, year, title and where.
    test : str
        What is computed, in a sentence or two.
    limits : str
        What the test can't say.
    verdicts : int
        How many of its rows have a verdict.
    per_task : callable
        A task with both classes and the setting -> named numbers, or None if there are none.
    rows : callable
        The study and its table ``own`` -> results. ``own`` has a row for every task with numbers,
        with its ``dataset_id``, and a column for every number, NaN where a task lacks it.
    """

    name: str
    claim: str
    source: str
    test: str
    limits: str
    verdicts: int
    per_task: PerTask
    rows: Rows

    def found(self, study: Study, own: pd.DataFrame) -> list[Found]:
        """Return its rows of the table ``claims``."""
        tasks = study.models["task_id"].nunique()
        return [
            Found(
                claim=self.name,
                source=self.source,
                statement=result.statement,
                statistic=result.statistic,
                estimate=result.evidence.interval.estimate,
                lower=result.evidence.interval.lower,
                upper=result.evidence.interval.upper,
                verdict=result.verdict,
                tasks=result.evidence.tasks,
                datasets=result.evidence.datasets,
                undefined=tasks - result.evidence.tasks,
                note=result.note or result.evidence.interval.note,
            )
            for result in self.rows(study, own)
        ]
