"""Li (2024): when the prevalence of the data changes, AUROC keeps the ranks of models best."""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from prgbench.answer.interface import Setting, Study
from prgbench.answer.task_scores import Floats, TaskScores
from prgbench.plotting.words import decimal, listing, measure_label
from prgbench.robustness.claims.frame import (
    Claim,
    Evidence,
    Numbers,
    Result,
    all_of,
    shared_by,
)
from prgbench.robustness.claims.samples import AREAS, Weights, areas_of_samples
from prgbench.study.ranking import Ranking, rank_losses

PREVALENCES = (0.2, 0.5, 0.8)
FEWEST_ROWS = 50
_STREAM = 2
_SAME = (0.5,) * len(PREVALENCES)


def per_task(task: TaskScores, setting: Setting) -> Numbers | None:
    """Return the variance of the ranks by each area at changing and at one prevalence.

    Each is that of a model over three samples without a row in common, in units of the variance of
    random ranks. Tasks are left out whose rows depend on each other, or are too few.
    """
    size = block_size(task)
    if size < FEWEST_ROWS or task.n_groups < len(task.y_true) or len(task.run_ids) < 2:
        return None
    areas = areas_of_samples(task, _blocks(task, setting, size))
    changing, same = np.split(areas, 2, axis=1)
    return dict(zip(AREAS, rank_variance(changing, setting.ranking), strict=True)) | {
        f"{name}_same": value
        for name, value in zip(AREAS, rank_variance(same, setting.ranking), strict=True)
    }


def block_size(task: TaskScores) -> int:
    """Return how many rows each of three samples can have."""
    n_pos = int(task.y_true.sum())
    return int(min(n_pos, len(task.y_true) - n_pos) / sum(PREVALENCES))


def rank_variance(areas: Floats, ranking: Ranking) -> Floats:
    """Return the mean variance of a model's rank over samples, by area: 1 if ranks are random.

    ``areas`` have shape (splits, samples, areas, models).
    """
    n_models = areas.shape[-1]
    ranks = rank_losses(-areas, ranking)
    variances: Floats = ranks.var(axis=1, ddof=1).mean(axis=(0, 2)) * 12 / (n_models**2 - 1)
    return variances


def _blocks(task: TaskScores, setting: Setting, size: int) -> Iterator[Weights]:
    """Yield for each split three samples with the prevalences, and three with one prevalence."""
    rng = np.random.default_rng([setting.seed, task.task_id, _STREAM])
    classes = [np.flatnonzero(own) for own in (task.y_true, ~task.y_true)]
    for _ in range(setting.splits):
        samples = np.zeros((2 * len(PREVALENCES), len(task.y_true)))
        orders = [rng.permutation(own) for own in classes]
        for first, prevalences in ((0, PREVALENCES), (len(PREVALENCES), _SAME)):
            n_pos = np.round(size * np.array(prevalences)).astype(int)
            for order, counts in zip(orders, (n_pos, size - n_pos), strict=True):
                rows = np.split(order[: counts.sum()], np.cumsum(counts)[:-1])
                for place, own in enumerate(rows):
                    samples[first + place, own] = 1
        yield samples


def rows(study: Study, own: pd.DataFrame) -> Sequence[Result]:
    """Compare AUROC with each other area; the row shows the one that comes nearest to it."""
    rivals = AREAS[1:]
    together = shared_by(study.resampling, len(rivals))
    differences = own.reindex(columns=["dataset_id"]).assign(
        **{name: own.get(name, np.nan) - own.get("auroc", np.nan) for name in rivals}
    )
    found = {name: Evidence.of_mean(differences, name, together) for name in rivals}
    nearest = min(found, key=lambda name: found[name].interval.estimate)
    return [
        Result(
            CLAIM.claim,
            f"rank variance (of random ranks: 1) by {measure_label(nearest)} less that by AUROC",
            found[nearest],
            all_of(evidence.above() for evidence in found.values()),
            _variances(own),
        )
    ]


def _variances(own: pd.DataFrame) -> str:
    if own.empty:
        return ""
    means = own[[name for name in own if name != "dataset_id"]].mean()
    shown = [
        f"{measure_label(name)} {decimal(means[name])} ({decimal(means[f'{name}_same'])})"
        for name in AREAS
    ]
    return f"in full, and in brackets at one prevalence: {listing(shown)}"


CLAIM = Claim(
    name="prevalence_shift",
    claim="When only the prevalence of the test data changes, not its size, the ranks of a set "
    "of models vary less by AUROC than by AUPR or AUPRG.",
    source="J. Li (2024). Area under the ROC Curve has the Most Consistent Evaluation for Binary "
    "Classification. arXiv 2408.10193",
    test="Three random samples of a task, of equal size and without a common row, have "
    "prevalences .2, .5 and .8. A model's rank must vary more over them by AUPR and by AUPRG than "
    "by AUROC; the row shows the closer of the two.",
    limits="The paper compares 18 measures in simulated data; here there are three, and the "
    "models stay the same. A measure that ties models has less variance, too.",
    verdicts=1,
    per_task=per_task,
    rows=rows,
)
