"""Every measure of every model, and what was left out."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.metrics import Measure, evaluate
from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain
from prgbench.sources.store.fetched import FetchedTask, nearest_stored_auroc
from prgbench.sources.store.layout import Model
from prgbench.sources.store.memory import Store, TaskPredictions
from prgbench.study.plan import Plan
from prgbench.study.selection import flow_family
from prgbench.study.warnings import Suspicion

VALUES_AT_ONCE = 1 << 22
COLUMNS = ["stage", "what", "reason"]


def score_task(fetched: FetchedTask, store: Store, measures: Sequence[Measure]) -> pd.DataFrame:
    """Return a row per model of a task: provenance, then a column per measure at full precision.

    ``n`` counts the scored rows, ``n_instances`` what they are of. ``pooled_auroc`` and the
    archive's ``stored_auroc`` are over all repeats; the latter is its one value, or that of the
    positive class if that is nearer. ``p_below_chance`` and ``p_contradicted`` are p-values of
    what looks wrong (`prgbench.study.warnings`).
    """
    bundle = store.open(fetched.task.task_id, fetched.task)
    y_true, n_instances = bundle.y_true(), bundle.n_instances
    names = [measure.name for measure in measures]
    suspicion, rows = Suspicion(bundle), []
    computed = "auroc" in names and bundle.all_rows
    for models, scores in _batches(bundle, fetched.models, len(y_true), not computed):
        values = evaluate(y_true, scores, measures)
        run_ids = [model.run.run_id for model in models]
        suspected = suspicion.of(run_ids, scores, [model.auroc for model in models])
        if computed:
            bundle.check_aurocs(run_ids, values[:, names.index("auroc")])
        for model, score, row, suspect in zip(models, scores, values, suspected, strict=True):
            rows.append(
                {
                    **_provenance(bundle, model),
                    "n": len(y_true),
                    "n_instances": n_instances,
                    "prevalence": y_true.mean(),
                    "n_distinct": len(np.unique(score)),
                    **suspect,
                    **dict(zip(names, row.tolist(), strict=True)),
                }
            )
    return pd.DataFrame(rows)


def check_scores(study: str, models: pd.DataFrame) -> None:
    """Raise a `PrgbenchError` if no task of a study has models."""
    if models.empty:
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


def _provenance(bundle: TaskPredictions, model: Model) -> dict[str, object]:
    task, run = bundle.header.task, model.run
    positive = task.classes.index(bundle.header.positive)
    return {
        "task_id": task.task_id,
        "dataset_id": task.dataset_id,
        "dataset_name": plain(task.dataset_name, None),
        "estimation_procedure": task.estimation_procedure,
        "run_id": run.run_id,
        "flow_id": run.flow_id,
        "flow_name": plain(run.flow_name, None),
        "flow_family": flow_family(run.flow_name),
        "setup_id": run.setup_id,
        "uploader_id": run.uploader_id,
        "upload_time": run.upload_time,
        "file_id": model.file_id,
        "sha256": model.sha256,
        "pos_label": plain(bundle.header.positive, None),
        "stored_auroc": nearest_stored_auroc(run, positive, model.auroc),
        "pooled_auroc": model.auroc,
    }
