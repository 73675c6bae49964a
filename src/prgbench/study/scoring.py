"""Every measure of every model, and what was left out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.data.models import ModelRow, Models
from prgbench.data.task import Store, TaskPredictions
from prgbench.metrics import Measure, evaluate
from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain
from prgbench.sources.store.fetched import FetchedTask, nearest_stored_auroc
from prgbench.sources.store.layout import Model
from prgbench.study.plan import Plan
from prgbench.study.selection import flow_family
from prgbench.study.warnings import Suspicion

VALUES_AT_ONCE = 1 << 22
COLUMNS = ["stage", "what", "reason"]


def score_task(fetched: FetchedTask, store: Store, measures: Sequence[Measure]) -> Models:
    """Return the models of a task with their scores by each measure, at full precision.

    The archive's stored AUROC is its one value, or that of the positive class if that is nearer.
    """
    bundle = store.open(fetched.task.task_id, fetched.task)
    y_true, n_instances = bundle.y_true(), bundle.n_instances
    names = [measure.name for measure in measures]
    suspicion = Suspicion(bundle)
    rows: list[ModelRow] = []
    scores_of_batches = []
    computed = "auroc" in names and bundle.all_rows
    for models, scores in _batches(bundle, fetched.models, len(y_true), not computed):
        values = evaluate(y_true, scores, measures)
        run_ids = [model.run.run_id for model in models]
        suspected = suspicion.of(run_ids, scores, [model.auroc for model in models])
        if computed:
            bundle.check_aurocs(run_ids, values[:, names.index("auroc")])
        scores_of_batches.append(values)
        for model, score, p_values in zip(models, scores, suspected, strict=True):
            row = _provenance(bundle, model)
            rows.append(
                replace(
                    row,
                    n=len(y_true),
                    n_instances=n_instances,
                    prevalence=float(y_true.mean()),
                    n_distinct=len(np.unique(score)),
                    p_below_chance=p_values.below_chance,
                    p_contradicted=p_values.contradicted,
                )
            )
    return Models.of_rows(rows, np.concatenate(scores_of_batches), names)


def check_scores(study: str, models: Models) -> None:
    """Raise a `PrgbenchError` if no task of a study has models."""
    if not len(models):
        raise PrgbenchError(
            f"Study {study}: no task has enough valid models; "
            "see the table exclusions.csv for the reasons."
        )


def list_exclusions(plan: Plan, fetched: Iterable[FetchedTask]) -> pd.DataFrame:
    """Return a row per task and per fetched run that was left out, with the reason."""
    stages = (
        ("plan", plan.excluded_tasks),
        ("fetch", chain.from_iterable(task.exclusions for task in fetched)),
    )
    rows = [
        {
            "stage": stage,
            "what": "task" if exclusion.run_id is None else "run",
            "reason": str(exclusion.reason),
            "task_id": exclusion.task_id,
            "run_id": exclusion.run_id,
            "detail": plain(exclusion.detail),
        }
        for stage, exclusions in stages
        for exclusion in exclusions
    ]
    table = pd.DataFrame(rows, columns=[*COLUMNS, "task_id", "run_id", "detail"])
    return table.astype({"run_id": "Int64"})


def count_exclusions(listed: pd.DataFrame, plan: Plan) -> pd.DataFrame:
    """Count by stage, by task or run, and by reason, with the runs that planning left out."""
    counts = listed.groupby(COLUMNS, sort=False).size().rename("count").reset_index()
    planned = pd.DataFrame(
        [
            {"stage": "plan", "what": "run", "reason": str(reason), "count": count}
            for reason, count in plan.excluded_runs.items()
        ],
        columns=[*COLUMNS, "count"],
    )
    order = pd.concat([counts, planned]).sort_values(
        ["stage", "what", "count", "reason"], ascending=[False, False, False, True]
    )
    return order.astype({"count": int}).reset_index(drop=True)


def _batches(
    bundle: TaskPredictions, models: Sequence[Model], n: int, check_aurocs: bool
) -> Iterator[tuple[Sequence[Model], NDArray[np.float64]]]:
    """Yield the models with their scores, in batches of limited memory."""
    size = max(1, VALUES_AT_ONCE // max(n, 1))
    for start in range(0, len(models), size):
        batch = models[start : start + size]
        run_ids = [model.run.run_id for model in batch]
        yield batch, bundle.y_scores(run_ids, check_aurocs=check_aurocs)


def _provenance(bundle: TaskPredictions, model: Model) -> ModelRow:
    task, run = bundle.header.task, model.run
    positive = task.classes.index(bundle.header.positive)
    return ModelRow(
        task_id=task.task_id,
        dataset_id=task.dataset_id,
        dataset_name=plain(task.dataset_name, None),
        estimation_procedure=task.estimation_procedure,
        run_id=run.run_id,
        flow_id=run.flow_id,
        flow_name=plain(run.flow_name, None),
        flow_family=flow_family(run.flow_name),
        setup_id=run.setup_id,
        uploader_id=run.uploader_id,
        upload_time=run.upload_time,
        file_id=model.file_id,
        sha256=model.sha256,
        pos_label=plain(bundle.header.positive, None),
        stored_auroc=nearest_stored_auroc(run, positive, model.auroc),
        pooled_auroc=model.auroc,
    )
