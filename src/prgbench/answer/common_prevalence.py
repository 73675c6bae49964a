"""The means of AUPRG over data sets, judged at one prevalence in all of them.

AUPRG rises as positives get rarer: at AUROC .70 it is .40 with 50% positives and .85 with 1%. Its
mean over data sets whose prevalences differ much adds unlike numbers: where positives are rare,
most models are near 1, and the other data sets make the differences. At a common prevalence, all
data sets are on one scale.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from prgbench.answer.interface import Part, PartOptions, Study, Tables, table_of
from prgbench.answer.model_field import DECIMALS, field_of
from prgbench.answer.scored_task import Setting
from prgbench.answer.scores_of_rows import evaluate_models
from prgbench.answer.task_scores import TaskScores
from prgbench.data.models import Models
from prgbench.metrics import get_measure
from prgbench.stats.ranks import ranks_of
from prgbench.study.warnings import MOST_UNUSUAL
from prgbench.typing import Floats, Ints

AUPRG = "auprg"

COMMON = (0.01, 0.1, 0.5)
"""The prevalences that data sets are judged at: of those at which their positives are not too rare
for AUPRG, the one that is closest to theirs.
"""

UNLIKE = 10.0
"""Prevalences differ much if their largest odds exceed the smallest by this factor.

Those of .5 and .09 do: at AUROC .70, AUPRG is .40 and .69 there.
"""

STATED = "auprg_at_common_prevalence"


@dataclass(frozen=True, slots=True)
class AtCommonPrevalence:
    """A model's mean of AUPRG over the data sets, as it is and at the ``common`` prevalence.

    ``rank`` and ``rank_common`` are those of the means; the data sets have prevalences from
    ``lowest`` to ``highest``.
    """

    model: str
    mean: float
    rank: int
    mean_common: float
    rank_common: int
    common: float
    lowest: float
    highest: float
    datasets: int


def per_task(task: TaskScores, setting: Setting, _options: PartOptions) -> Tables:
    """Return ``auprg_at_common_prevalence``: AUPRG of each model at each of `COMMON`."""
    stated = [get_measure(AUPRG, prevalence=prevalence) for prevalence in COMMON]
    if not _is_asked(setting):
        stated = []
    rows = [
        (task.task_id, run_id, prevalence, value)
        for prevalence, values in zip(
            COMMON, evaluate_models(task.y_true, task.y_scores, stated).T, strict=False
        )
        for run_id, value in zip(task.run_ids, values, strict=True)
    ]
    return {STATED: pd.DataFrame(rows, columns=["task_id", "run_id", "common", "auprg"])}


def tables(study: Study, _options: PartOptions) -> Tables:
    """Return ``common_prevalence``: a row per model, the best at the common prevalence first.

    It is empty if the prevalences of the data sets are similar, or if the study has AUPRG at a
    stated prevalence.
    """
    asked = _is_asked(study.setting)
    rows = _rows(study.models, study.per_task[STATED]) if asked else ()
    return {"common_prevalence": table_of(AtCommonPrevalence, rows)}


def _is_asked(setting: Setting) -> bool:
    """Say whether AUPRG is a measure of the study, and at no stated prevalence."""
    names = [measure.name for measure in setting.measures]
    return AUPRG in names and not any(name.startswith(f"{AUPRG}@") for name in names)


def _rows(models: Models, stated: pd.DataFrame) -> Iterator[AtCommonPrevalence]:
    measure = get_measure(AUPRG)
    field = field_of(models, measure)
    if field is None or models.prevalence is None:
        return
    prevalences = models.prevalence.groupby(models.task_id).first()[field.task_ids]
    log_odds = _log_odds(prevalences.to_numpy())
    if np.ptp(log_odds) <= np.log(UNLIKE):
        return
    middle = np.median(log_odds)
    common = min(_usable(models, field.task_ids), key=lambda pi: abs(_log_odds(pi) - middle))
    values = stated[stated["common"] == common].set_index("run_id")["auprg"]
    at_common = models.frame.assign(**{AUPRG: models.run_id.map(values)})
    field_at_common = field_of(Models(at_common, models.measures), measure)
    if field_at_common is None:
        return
    means, means_common = (np.round(each.means, DECIMALS) for each in (field, field_at_common))
    ranks, ranks_common = (ranks_of(-each, "min").astype(int) for each in (means, means_common))
    for model in np.argsort(-means_common, kind="stable"):
        yield AtCommonPrevalence(
            field.names[model],
            mean=float(means[model]),
            rank=int(ranks[model]),
            mean_common=float(means_common[model]),
            rank_common=int(ranks_common[model]),
            common=common,
            lowest=float(prevalences.min()),
            highest=float(prevalences.max()),
            datasets=field.scores.n_datasets,
        )


def _usable(models: Models, task_ids: Ints) -> list[float]:
    """Return those of `COMMON` at which hardly any task has too rare positives.

    With 20 positives judged at 1%, the area is mostly that before the first positive, and its mean
    says less of the models than that at the prevalences as they are.
    """
    from prgbench.metrics.confidence import RARE

    if models.n_instances is None or models.prevalence is None:
        return [*COMMON]
    positives = (models.n_instances * models.prevalence).groupby(models.task_id).first()[task_ids]
    usable = [pi for pi in COMMON if (positives * pi < RARE).mean() <= MOST_UNUSUAL]
    # A single positive is enough at a half.
    return usable or [max(COMMON)]


def _log_odds(prevalence: ArrayLike) -> Floats:
    odds: Floats = np.divide(prevalence, np.subtract(1.0, prevalence))
    return np.log(odds)


PART = Part(
    "common_prevalence",
    PartOptions,
    tables,
    per_task,
    rows={"common_prevalence": AtCommonPrevalence},
)
