"""Equal models on data sets with few positives: the interval of the best model's mean AUROC."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from scipy.stats import norm

from made_up_tasks import make_setting, resampling
from prgbench.answer.interface import Study
from prgbench.answer.score_covariances import per_task
from prgbench.answer.scores_of_rows import evaluate_models
from prgbench.answer.standings import Options, tables
from prgbench.data.models import Models
from worlds.characteristics import Finding, share
from worlds.standings import correlated_noise, model_rows, task_of

COVERAGE = 0.93
ALIKE = 0.8
AMONG = "a best model among the equals"
SETTING = make_setting(("auroc",), replicates=20)


@dataclass(frozen=True)
class FewPositives:
    """A world of equal models with a true ``auroc``, whose scores have a ``correlation``.

    The scores of positives have the standard deviation ``spread``, those of negatives 1. Each
    instance is a patient with so many ``rows``, which share 0.8 of their variance; if they are not
    ``grouped``, the study does not know.
    """

    datasets: int
    n_pos: int
    n_neg: int
    auroc: float
    models: int = 5
    correlation: float = 0.5
    spread: float = 1.0
    rows: int = 1
    grouped: bool = True

    @property
    def name(self) -> str:
        """What the world is."""
        sizes = f"{self.datasets} x {self.n_pos} + {self.n_neg}"
        wide = "" if self.spread == 1 else f", spread {self.spread:g}"
        patients = f" patients of {self.rows} rows" if self.rows > 1 else ""
        unknown = "" if self.grouped else ", not grouped"
        return f"{self.models} equal, AUROC {self.auroc:g}, {sizes}{wide}{patients}{unknown}"

    def study(self, seed: int) -> Study:
        """Draw a study."""
        rng = np.random.default_rng([11, seed])
        patients = np.repeat(np.arange(self.n_pos + self.n_neg), self.rows)
        y_true = patients < self.n_pos
        shift = norm.ppf(self.auroc) * np.hypot(1, self.spread)
        rows = []
        spreads = []
        for dataset in range(self.datasets):
            noise = self._noise(self.n_pos + self.n_neg, rng)
            if self.rows > 1:
                noise = np.sqrt(ALIKE) * noise[:, patients]
                noise += np.sqrt(1 - ALIKE) * self._noise(len(patients), rng)
            scores = np.where(y_true, self.spread * noise + shift, noise)
            task = task_of(dataset, y_true, scores)
            if self.rows > 1 and self.grouped:
                task = replace(task, stated_groups=patients)
            values = evaluate_models(y_true, scores, SETTING.measures)[:, 0]
            rows += model_rows(task, {"auroc": values})
            spreads.append(per_task(task, SETTING, Options())["score_covariances"])
        models = Models(pd.DataFrame(rows), ("auroc",))
        gathered = {"score_covariances": pd.concat(spreads)}
        return Study(models, pd.DataFrame(), gathered, SETTING, resampling(50))

    def _noise(self, n: int, rng: np.random.Generator) -> np.ndarray:
        return correlated_noise((self.models, n), self.correlation, rng)


def coverage(world: FewPositives, studies: int) -> Iterator[Finding]:
    """Say how often the intervals of the best model and of a stated one hold, and of equals."""
    best = []
    stated = []
    equals = []
    for seed in range(studies):
        found = tables(world.study(seed), Options())
        first = found["first_models"].iloc[0]
        own = found["standings"].set_index("model_id").loc[0]
        best.append(first["lower"] <= world.auroc <= first["upper"])
        stated.append(own["lower"] <= world.auroc <= own["upper"])
        equals.append(bool(own["may_be_best"]))
    for what, hits in (
        ("the mean of the best model", best),
        ("the mean of a stated model", stated),
        (AMONG, equals),
    ):
        asked = {"at_least": COVERAGE} if world.grouped else {}
        yield share(world.name, what, hits, "studies", **asked)


WORLDS = (
    FewPositives(1, 10, 300, 0.95),
    FewPositives(1, 10, 300, 0.8, models=2, correlation=0.95),
    FewPositives(1, 30, 300, 0.98),
    FewPositives(1, 10, 300, 0.95, spread=2.0),
    FewPositives(3, 5, 100, 0.95, models=10, correlation=0.0),
    FewPositives(8, 5, 400, 0.98, models=10, correlation=0.0),
    FewPositives(8, 5, 400, 0.95),
    FewPositives(8, 30, 100, 0.8),
    FewPositives(20, 5, 60, 0.6),
    FewPositives(3, 15, 60, 0.8, rows=5),
)

PATIENTS = FewPositives(1, 15, 60, 0.8, rows=5)
