"""Studies of a few models on a few data sets whose true means are known."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import norm

from made_up_tasks import make_setting, resampling
from prgbench.answer.interface import Study
from prgbench.answer.score_covariances import per_task
from prgbench.answer.scores_of_rows import evaluate_models
from prgbench.answer.standings import Options, tables
from prgbench.answer.task_scores import TaskScores
from prgbench.data.models import Models
from prgbench.metrics import evaluate
from worlds.characteristics import Finding, map_studies, share

COVERAGE = 0.93
MEASURES = ("auroc", "aupr", "auprg")
SETTING = make_setting(MEASURES, replicates=200)
_GRID = np.linspace(-1.5, 5.0, 131)
_POINTS = 4001


@dataclass(frozen=True)
class Few:
    """A world of few data sets.

    Models have ``shifts`` on average; on a data set all have another one in common (standard
    deviation ``levels``) and each its own (``own``). Noise of the models has ``correlation``.
    """

    name: str
    datasets: int
    n: int
    prevalence: float
    shifts: tuple[float, ...]
    own: float = 0.0
    levels: float = 0.3
    correlation: float = 0.5

    def draw_shifts(self, rng: np.random.Generator) -> np.ndarray:
        """Return the true shift of each model on each data set."""
        level = rng.normal(0, self.levels, (self.datasets, 1))
        own = rng.normal(0, self.own, (self.datasets, len(self.shifts)))
        return np.array(self.shifts) + level + own


@dataclass(frozen=True)
class Held:
    """Whether the statements of one study hold, by measure and target."""

    ranks: bool
    best: bool
    value: bool


@lru_cache
def _truth(prevalence: float) -> np.ndarray:
    """Return the measures of populations N(0, 1) and N(shift, 1), for the shifts of the grid."""
    places = (np.arange(_POINTS) + 0.5) / _POINTS
    n_pos = round(_POINTS * prevalence / (1 - prevalence))
    rows = []
    for shift in _GRID:
        positives = norm.ppf((np.arange(n_pos) + 0.5) / n_pos) + shift
        scores = np.concatenate([positives, norm.ppf(places)])
        y_true = np.arange(len(scores)) < n_pos
        rows.append(evaluate(y_true, scores[None], list(MEASURES))[0])
    return np.array(rows)


def true_values(shifts: np.ndarray, prevalence: float) -> np.ndarray:
    """Return the true measures of models: shape (measures, *shifts.shape)."""
    table = _truth(prevalence)
    return np.array([np.interp(shifts, _GRID, column) for column in table.T])


@lru_cache
def population_means(world: Few) -> np.ndarray:
    """Return the true means over all data sets of a world's kind: (measures, models)."""
    rng = np.random.default_rng(0)
    many = replace(world, datasets=40_000)
    drawn = true_values(many.draw_shifts(rng), world.prevalence)
    means = drawn.mean(axis=1)
    shifts = np.array(world.shifts)
    for shift in np.unique(shifts):
        means[:, shifts == shift] = means[:, shifts == shift].mean(axis=1, keepdims=True)
    return means


def correlated_noise(
    shape: tuple[int, int], correlation: float, rng: np.random.Generator
) -> np.ndarray:
    """Draw normal noise of models on instances, which share it as far as it is correlated."""
    shared = rng.normal(size=shape[1])
    alone = rng.normal(size=shape)
    return np.sqrt(correlation) * shared + np.sqrt(1 - correlation) * alone


def model_rows(task: TaskScores, values: Mapping[str, np.ndarray]) -> list[dict[str, Any]]:
    """Return the rows of a table of models, one for each model of a task that is a data set."""
    return [
        {
            "task_id": task.task_id,
            "dataset_id": task.task_id,
            "run_id": int(run),
            "flow_id": model,
            "flow_name": f"m{model}",
            "dataset_name": f"d{task.task_id}",
            **{measure: of_models[model] for measure, of_models in values.items()},
        }
        for model, run in enumerate(task.run_ids)
    ]


def study(world: Few, seed: int) -> tuple[Study, np.ndarray]:
    """Draw a study; return it with the true values of its models on its data sets."""
    rng = np.random.default_rng([7, seed])
    shifts = world.draw_shifts(rng)
    rows, spreads = [], []
    for dataset, own in enumerate(shifts):
        y_true = rng.random(world.n) < world.prevalence
        noise = correlated_noise((len(own), world.n), world.correlation, rng)
        scores = noise + own[:, None] * y_true
        task = task_of(dataset, y_true, scores)
        values = evaluate_models(y_true, scores, SETTING.measures)
        rows += model_rows(task, dict(zip(MEASURES, values.T, strict=True)))
        spreads.append(per_task(task, SETTING, Options()))
    gathered = {"score_covariances": pd.concat([t["score_covariances"] for t in spreads])}
    models = Models(pd.DataFrame(rows), MEASURES)
    truth = true_values(shifts, world.prevalence)
    return Study(models, pd.DataFrame(), gathered, SETTING, resampling(50)), truth


def task_of(number: int, y_true: np.ndarray, scores: np.ndarray) -> TaskScores:
    """Return a task of one fold."""
    n = len(y_true)
    zeros = np.zeros(n, dtype=np.int64)
    runs = np.arange(len(scores)) + 1000 * number
    decisions = np.full(scores.shape, -1, dtype=np.int8)
    return TaskScores(number, runs, y_true, scores, decisions, zeros, zeros, np.arange(n))


def held(world: Few, seed: int) -> dict[tuple[str, str], Held]:
    """Analyse a study and compare what is said with the truth, by measure and target."""
    drawn, truth = study(world, seed)
    found = tables(drawn, Options())
    targets = {"": truth.mean(axis=1), "_new": population_means(world)}
    return {
        (measure, target): _held(found, measure, target, true[place])
        for target, true in targets.items()
        for place, measure in enumerate(MEASURES)
    }


def _held(found: dict[str, pd.DataFrame], measure: str, target: str, true: np.ndarray) -> Held:
    rows = found["standings"].set_index("measure").loc[measure].set_index("model_id").sort_index()
    better = (true[:, None] > true + 1e-9).sum(axis=0)
    worse = (true[:, None] < true - 1e-9).sum(axis=0)
    inside = rows[f"rank_lower{target}"] <= 1 + better
    inside &= rows[f"rank_upper{target}"] >= len(true) - worse
    first = found["first_models"].set_index("measure").loc[measure]
    value = true[int(first["model_id"])]
    return Held(
        ranks=bool(inside.all()),
        # Of several truly best models, one that the data did not choose.
        best=bool(rows[f"may_be_best{target}"].to_numpy()[np.argmax(better == 0)]),
        value=bool(first[f"lower{target}"] <= value <= first[f"upper{target}"]),
    )


def coverage(world: Few, studies: int, *, processes: int = 1) -> Iterator[Finding]:
    """Say how often ranks, the set of equals and the value of the best model hold."""
    found = map_studies(partial(held, world), range(studies), processes)
    said = (
        ("ranks", "the ranks of all models"),
        ("best", "the truly best among the equals"),
        ("value", "the mean of the best model"),
    )
    for target, of in (("", "these data sets"), ("_new", "new data sets")):
        if target and world.datasets == 1:
            continue
        for key, what in said:
            # The measures of a study are no independent trials.
            for measure in MEASURES:
                hits = [getattr(one[measure, target], key) for one in found]
                name = f"{of}: {what}, {measure}"
                yield share(world.name, name, hits, "studies", at_least=COVERAGE)


FEW = tuple(
    Few(f"{name}, {datasets} x {n} rows", datasets, n, prevalence, shifts, own)
    for name, shifts, own in (
        ("equal models", (1.2,) * 5, 0.0),
        ("equal on average", (1.2,) * 5, 0.3),
        ("unequal models", (0.8, 1.0, 1.2, 1.4, 1.6), 0.2),
    )
    for datasets, n, prevalence in (
        (1, 200, 0.3),
        (1, 1000, 0.1),
        (2, 300, 0.3),
        (3, 200, 0.3),
        (8, 200, 0.2),
        (20, 300, 0.1),
    )
    if datasets > 1 or name != "equal on average"
)
"""Models equal on every data set, equal only on average over all, and unequal."""
