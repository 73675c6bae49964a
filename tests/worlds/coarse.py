"""A model of decisions beside one of scores, both as good at one ratio of costs: who is ahead.

The scores choose their threshold on the same data, which the decisions can't: on each data set the
scores look better, and that does not average out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

import numpy as np
import pandas as pd
from scipy import stats

from made_up_tasks import make_setting, resampling
from prgbench.answer.interface import Study
from prgbench.answer.score_covariances import COVARIANCES, per_task
from prgbench.answer.scores_of_rows import evaluate_models
from prgbench.answer.standings import Options, tables
from prgbench.data.models import Models
from worlds.characteristics import Finding, share
from worlds.made import shift_of
from worlds.standings import correlated_noise, model_rows, task_of

RATIO = 5
MEASURE = f"expected_cost@{RATIO}"
SETTING = make_setting((MEASURE,), replicates=80, splits=40)
AHEAD = "one of two equal models is ahead"
COVERED = "the mean cost of a model"
MOST = 0.05
COVERAGE = 0.93

_CUTS = np.linspace(-6, 8, 14_001)
_CORRELATION = 0.5


@dataclass(frozen=True)
class Coarse:
    """Data sets of two shifted normals: one model has the scores, one their best decisions."""

    datasets: int
    n_pos: int = 40
    n_neg: int = 160
    auroc: float = 0.8

    @property
    def name(self) -> str:
        """What the world is called."""
        return f"decisions and scores, {self.datasets} x {self.n_pos} + {self.n_neg}"

    @property
    def _losses(self) -> np.ndarray:
        weight = self.n_pos * RATIO / (self.n_pos * RATIO + self.n_neg)
        misses = stats.norm.cdf(_CUTS, shift_of(self.auroc))
        return np.asarray(weight * misses + (1 - weight) * stats.norm.sf(_CUTS))

    @property
    def loss(self) -> float:
        """The expected cost of both models at the best threshold."""
        return float(self._losses.min())

    def study(self, rng: np.random.Generator) -> Study:
        """Draw a study."""
        cut = _CUTS[self._losses.argmin()]
        y_true = np.arange(self.n_pos + self.n_neg) < self.n_pos
        rows, gathered = [], []
        for number in range(self.datasets):
            noise = correlated_noise((2, y_true.size), _CORRELATION, rng)
            scores = noise + shift_of(self.auroc) * y_true
            scores[0] = scores[0] > cut
            task = task_of(number + 1, y_true, scores)
            values = evaluate_models(y_true, scores, SETTING.measures)
            rows += model_rows(task, {MEASURE: values[:, 0]})
            gathered.append(per_task(task, SETTING, Options())[COVARIANCES])
        models = Models(pd.DataFrame(rows), (MEASURE,))
        per_tasks = {COVARIANCES: pd.concat(gathered)}
        return Study(models, pd.DataFrame(), per_tasks, SETTING, resampling(50))


WORLDS = (Coarse(1, 60, 240), Coarse(4), Coarse(10))


def findings(world: Coarse, studies: int) -> Iterator[Finding]:
    """Yield how often a model is ahead, and how often intervals hold, for either target."""
    rng = np.random.default_rng(crc32(world.name.encode()))
    found = [tables(world.study(rng), Options())["standings"] for _ in range(studies)]
    for ending, of in (("", "these data sets"), ("_new", "new data sets")):
        if ending and world.datasets == 1:
            continue
        ahead = [not rows[f"may_be_best{ending}"].all() for rows in found]
        covered = [
            lower <= world.loss <= upper
            for rows in found
            for lower, upper in zip(rows[f"lower{ending}"], rows[f"upper{ending}"], strict=True)
        ]
        yield share(world.name, f"{of}: {AHEAD}", ahead, "studies", at_most=MOST)
        yield share(world.name, f"{of}: {COVERED}", covered, "intervals", at_least=COVERAGE)
