"""How often a measure prefers the model with the lower expected F1: the paper's claim, tested.

"AUPR can easily favour models with lower expected F1" [1]_ is a statement about pairs of models.
In sample, a measure and expected F1 see the same instances. Held out, the measure prefers on one
half and expected F1 judges on the other; what expected F1 itself gets wrong there is the noise.

References
----------
.. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. NeurIPS 28.
       Abstract.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from prgbench.answer.halves import expected_f1_of_halves
from prgbench.answer.interface import Bound, Part, PartOptions, Study, Tables, table_of
from prgbench.answer.scored_task import Setting
from prgbench.answer.scores_of_rows import evaluate_models
from prgbench.answer.task_scores import TaskScores
from prgbench.stats.cluster_bootstrap import Resampling, Statistic
from prgbench.study.agreement import direction
from prgbench.typing import Floats

EXPECTED_F1 = "expected_f1"
IN_SAMPLE = "in_sample"
HELD_OUT = "held_out"


@dataclass(frozen=True, slots=True)
class LowerF1:
    """Of the pairs of models of a task, the share whose lower expected F1 the measure prefers."""

    measure: str
    in_sample: float
    in_sample_lower: Bound
    in_sample_upper: Bound
    held_out: float
    held_out_lower: Bound
    held_out_upper: Bound
    pairs: int
    tasks: int
    datasets: int


def per_task(task: TaskScores, setting: Setting, _options: PartOptions) -> Tables:
    """Return ``lower_f1``, numbers of pairs of models by measure, in sample and held out."""
    measures = setting.measures
    decimals = setting.ranking.decimals
    names = [*(measure.name for measure in measures), EXPECTED_F1]
    whole = evaluate_models(task.y_true, task.y_scores, [*measures, "expected_inverse_f1"]).T
    whole = whole * np.append(direction(measures), -1)[:, None]
    halves = np.concatenate(
        [task.scores_of_halves(setting), expected_f1_of_halves(task, setting)[:, :, None]],
        axis=2,
    )
    counts = {
        IN_SAMPLE: lower_preferred(whole, -1 / whole[-1], decimals),
        HELD_OUT: lower_preferred(halves, halves[:, ::-1, -1], decimals),
    }
    columns = {
        f"{sample}_{name}": values
        for sample, of_sample in counts.items()
        for name, values in zip(("lower", "pairs"), of_sample, strict=True)
    }
    return {"lower_f1": pd.DataFrame({"task_id": task.task_id, "measure": names, **columns})}


def lower_preferred(scores: Floats, target: Floats, decimals: int) -> tuple[Floats, Floats]:
    """Count pairs of models of which a measure prefers the one with the lower target.

    ``scores`` are (..., measures, models), ``target`` (..., models). Returns the mean number of
    such pairs over the leading axes and that of all pairs that both tell apart: (measures,) each.
    """
    values = np.round(scores, decimals)
    judged = np.round(target, decimals)[..., None, :]
    lower, pairs = np.zeros((2, *scores.shape[:-1]))
    # Model by model: all pairs of 2,000 models at once would take 10 GB.
    for model in range(target.shape[-1] - 1):
        preferred, better = (
            np.sign(values_of_models[..., model, None] - values_of_models[..., model + 1 :])
            for values_of_models in (values, judged)
        )
        agreed = preferred * better
        lower += (agreed < 0).sum(axis=-1)
        pairs += (np.abs(agreed) > 0).sum(axis=-1)
    axes = tuple(range(scores.ndim - 2))
    lower = lower.mean(axis=axes)
    pairs = pairs.mean(axis=axes)
    return lower, pairs


def tables(study: Study, _options: PartOptions) -> Tables:
    """Return ``expected_f1``, a row per measure and one of expected F1 itself."""
    datasets = study.models.dataset_of_task
    counts = study.per_task["lower_f1"].join(datasets, on="task_id")
    rows = [
        _lower_f1(str(measure), pair_counts, study.resampling)
        for measure, pair_counts in counts.groupby("measure", sort=False)
    ]
    return {"expected_f1": table_of(LowerF1, rows)}


def _lower_f1(measure: str, counts: pd.DataFrame, resampling: Resampling) -> LowerF1:
    bootstrap = resampling.of(counts["dataset_id"])
    in_sample, held_out = (
        bootstrap.interval(
            _share(bootstrap.cluster_sums(counts[[f"{sample}_lower", f"{sample}_pairs"]]))
        )
        for sample in (IN_SAMPLE, HELD_OUT)
    )
    return LowerF1(
        measure=measure,
        in_sample=in_sample.estimate,
        in_sample_lower=in_sample.lower,
        in_sample_upper=in_sample.upper,
        held_out=held_out.estimate,
        held_out_lower=held_out.lower,
        held_out_upper=held_out.upper,
        pairs=int(counts["in_sample_pairs"].sum()),
        tasks=len(counts),
        datasets=bootstrap.n_clusters,
    )


def _share(sums: Floats) -> Statistic:
    def statistic(weights: Floats) -> Floats:
        lower, pairs = (weights @ sums).T
        with np.errstate(invalid="ignore"):
            share: Floats = lower / pairs
        return share

    return statistic


PART = Part("expected_f1", PartOptions, tables, per_task, rows={"expected_f1": LowerF1})
