"""Results of models on items whose true shares are known: level and coverage."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.special import expit

from made_up_tasks import make_setting, resampling
from prgbench.answer.interface import Study
from prgbench.answer.score_covariances import per_task
from prgbench.answer.standings import Options, tables
from prgbench.answer.task_items import TaskItems
from prgbench.data.models import Models
from prgbench.study.measures import SHARE, column_name
from worlds.characteristics import COVERAGE, Finding, share

EXCLUDED = "items: the best model is ruled out"
AHEAD = "items: one of several best models is ahead of all"
TOLD_APART = "items: two equal models are told apart"
OF_BEST = "items: the share of the best model"
OF_ALL = "items: all differences at once"
MOST_WRONG = 0.05
MEASURE = "passed"
SETTING = make_setting((column_name(MEASURE, higher_is_better=True, limits=SHARE),))
_MANY = 200_000


@dataclass(frozen=True)
class Items:
    """A world of ``n`` items and models with these ``skills``, in logits of an average item.

    Items differ in difficulty (standard deviation ``spread``), clusters of items of unequal size,
    if there are any, in what each model makes of them (``of_clusters``). Results of a model on an
    item agree with those of the others but in a share ``alone``; ``runs`` are averaged. Clusters
    of given ``sizes`` have these, and again for more items.
    """

    name: str
    n: int
    skills: tuple[float, ...]
    spread: float = 1.5
    alone: float = 1.0
    runs: int = 1
    clusters: int = 0
    of_clusters: float = 0.0
    sizes: tuple[int, ...] = ()

    def draw(self, rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
        """Return results (items, models) and the cluster of each item."""
        k = len(self.skills)
        clusters = np.arange(n)
        own = np.zeros((n, k))
        if self.clusters:
            # Sizes of clusters differ by a factor of up to ten.
            weights = np.linspace(1, 10, self.clusters if n < _MANY else n // 50)
            clusters = rng.choice(len(weights), n, p=weights / weights.sum())
            own = rng.normal(0, self.of_clusters, (len(weights), k))[clusters]
        if self.sizes:
            sizes = np.tile(self.sizes, n // sum(self.sizes))
            n = int(sizes.sum())
            clusters = np.repeat(np.arange(len(sizes)), sizes)
            own = rng.normal(0, self.of_clusters, (len(sizes), k))[clusters]
        chance = expit(np.array(self.skills) + own - rng.normal(0, self.spread, (n, 1)))
        shared = rng.random((n, 1, self.runs))
        drawn = rng.random((n, k, self.runs))
        differ = rng.random((n, k, 1)) < self.alone
        results = np.where(differ, drawn, shared) < chance[:, :, None]
        return results.mean(axis=2), np.unique(clusters, return_inverse=True)[1]

    @property
    def truth(self) -> np.ndarray:
        """The share of each model over very many items."""
        means = self.draw(np.random.default_rng(1), _MANY)[0].mean(axis=0)
        skills = np.array(self.skills)
        # Equal models are equal, whatever was drawn.
        return np.array([means[skills == skill].mean() for skill in skills])


REPOSITORIES = (231, 75, 44, 34, 32, 22, 22, 19, 10, 8, 2, 1)
"""About the sizes of the repositories of SWE-bench Verified."""

WORLDS = (
    Items("2 equal, 100 items", 100, (0.0, 0.0)),
    Items("2 equal, 500 items, 1% differ", 500, (0.0, 0.0), alone=0.02),
    Items("2 equal, 500 items, 7% differ", 500, (0.5, 0.5), alone=0.1),
    Items("2 equal, 20 items", 20, (1.0, 1.0)),
    Items("2 equal, 100 items, 3 runs", 100, (0.0, 0.0), spread=3.0, runs=3),
    Items("12 equal, 500 items", 500, (0.0,) * 12),
    Items("12 equal, 50 items", 50, (2.0,) * 12),
    Items("2 of 12 tied on top, 500 items", 500, (0.5, 0.5, *np.linspace(-1, 0, 10))),
    Items("12 equal, 500 items, 1% differ", 500, (0.0,) * 12, alone=0.02),
    Items("2 equal, 12 clusters", 500, (0.0, 0.0), clusters=12, of_clusters=0.5),
    Items("5 equal, 40 clusters", 500, (0.0,) * 5, clusters=40, of_clusters=0.5),
    Items("2 equal, 12 repositories", 500, (0.0, 0.0), of_clusters=0.5, sizes=REPOSITORIES),
    Items("6 equal, 12 repositories", 500, (0.0,) * 6, of_clusters=0.5, sizes=REPOSITORIES),
    Items("1 of 6 ahead, 300 items", 300, (0.4, 0.0, 0.0, -0.3, -0.6, -1.0)),
)


def findings(world: Items, studies: int) -> Iterator[Finding]:
    """Yield how often models are wrongly told apart, and how often intervals hold."""
    rng = np.random.default_rng(2015)
    truth = world.truth
    held = [_held(*world.draw(rng, world.n), truth) for _ in range(studies)]
    excluded, ahead, apart, of_best, of_all = np.transpose(held)
    yield share(world.name, EXCLUDED, excluded, "tables", at_most=MOST_WRONG)
    yield share(world.name, AHEAD, ahead, "tables", at_most=MOST_WRONG)
    yield share(world.name, TOLD_APART, apart, "tables", at_most=MOST_WRONG)
    yield share(world.name, OF_BEST, of_best, "tables", at_least=COVERAGE["at_least"])
    yield share(world.name, OF_ALL, of_all, "tables", at_least=COVERAGE["at_least"])


def _held(
    results: np.ndarray, clusters: np.ndarray, truth: np.ndarray
) -> tuple[bool, bool, bool, bool, bool]:
    """Return what is wrongly said of a table, and which of its intervals hold."""
    n_models = len(truth)
    names = [f"model {number:02}" for number in range(n_models)]
    run_ids = np.arange(n_models) + 1
    task = TaskItems(1, run_ids, results[:, None, :], clusters)
    frame = pd.DataFrame(
        {
            "task_id": 1,
            "dataset_id": 1,
            "dataset_name": "data",
            "run_id": run_ids,
            "flow_id": run_ids,
            "flow_name": names,
            MEASURE: results.mean(axis=0),
        }
    )
    models = Models(frame, [MEASURE])
    study = Study(
        models, pd.DataFrame(), per_task(task, SETTING, Options()), SETTING, resampling()
    )
    found = tables(study, Options())
    rows = found["standings"].set_index("model").loc[names]
    may_be_best = rows["may_be_best"].to_numpy(dtype=bool)
    first = found["first_models"].iloc[0]
    of_first = truth[names.index(first["model"])]
    pairs = found["pairs_of_models"].query("better")
    places = dict(zip(names, truth, strict=True))
    wrong = [places[m] <= places[o] for m, o in zip(pairs["model"], pairs["other"], strict=True)]
    differences = truth - of_first
    inside = (rows["difference_lower"] <= differences + 1e-9) & (
        differences - 1e-9 <= rows["difference_upper"]
    )
    return (
        not may_be_best[truth.argmax()],
        may_be_best.sum() == 1 and (truth == truth.max()).sum() > 1,
        any(wrong),
        bool(first["lower"] - 1e-9 <= of_first <= first["upper"] + 1e-9),
        bool(inside.all()),
    )
