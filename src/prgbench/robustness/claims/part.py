"""Claims of the literature, each tested on the study's predictions."""

from dataclasses import replace

import pandas as pd

from prgbench.answer.interface import Part, PartOptions, Setting, Study, Tables, table_of
from prgbench.answer.task_scores import TaskScores
from prgbench.robustness.claims import (
    calibrated_aupr,
    f_gain_average,
    gain_area,
    half_of_f1,
    imbalance,
    mcc_f1,
    prevalence_shift,
    rare_positives,
    resolving_power,
    tool_definitions,
    top_mistakes,
)
from prgbench.robustness.claims.frame import Claim, Found, shared_by

CLAIMS: tuple[Claim, ...] = (
    prevalence_shift.CLAIM,
    resolving_power.CLAIM,
    top_mistakes.CLAIM,
    calibrated_aupr.CLAIM,
    imbalance.CLAIM,
    tool_definitions.CLAIM,
    rare_positives.CLAIM,
    mcc_f1.CLAIM,
    half_of_f1.CLAIM,
    f_gain_average.CLAIM,
    gain_area.CLAIM,
    gain_area.LOWER_F1,
)

_COLUMNS = {"task_id": int, "claim": object, "number": object, "value": float}


class Options(PartOptions):
    """Claims of the literature, each tested on the study's predictions."""


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, _options: Options
) -> Tables:
    """Return ``claim_numbers``: a row per task, claim and number; none of a task of one class."""
    rows = []
    if task.y_true.any() and not task.y_true.all():
        for claim in CLAIMS:
            numbers = claim.per_task(task, setting) or {}
            rows += [(task.task_id, claim.name, name, value) for name, value in numbers.items()]
    return {"claim_numbers": pd.DataFrame(rows, columns=list(_COLUMNS)).astype(_COLUMNS)}


def tables(study: Study, _options: Options) -> Tables:
    """Return ``claims``, a row or two per claim; all bounds hold together."""
    numbers = study.per_task["claim_numbers"]
    datasets = study.models.groupby("task_id")["dataset_id"].first()
    verdicts = sum(claim.verdicts for claim in CLAIMS)
    together = replace(study, resampling=shared_by(study.resampling, verdicts))
    found = []
    for claim in CLAIMS:
        own = numbers[numbers["claim"] == claim.name]
        wide = own.pivot(index="task_id", columns="number", values="value").join(datasets)
        found += claim.found(together, wide)
    return {"claims": table_of(Found, found)}


PART = Part("claims", Options, tables, per_task, rows={"claims": Found})
