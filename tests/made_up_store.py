"""Bundles of made-up tasks, for tests that need a store."""

from hashlib import sha256

from prgbench.metrics import auroc_score
from prgbench.sources.runs import Run
from prgbench.sources.store.bundle import write_bundle
from prgbench.sources.store.bundle_header import BundleHeader, Shared
from prgbench.sources.task_predictions import Model
from prgbench.sources.tasks import Task


def write_task(store, task):
    """Write a made-up task as a bundle."""
    runs = [
        Run(int(r), task.task_id, k + 1, f"Flow{k}", k, 1, "2015-01-01 00:00:00", None)
        for k, r in enumerate(task.run_ids)
    ]
    columns = {
        "repeat": task.repeats.astype("int16"),
        "row_id": 10 * task.instances.astype("int64"),
        "fold": task.folds.astype("int16"),
        "truth": task.y_true.astype("int8"),
    }
    if task.stated_groups is not None:
        columns["group"] = task.stated_groups.astype("int64")
    for k, run in enumerate(runs):
        columns[f"score_{run.run_id}"] = task.y_scores[k]
        columns[f"predicted_{run.run_id}"] = task.decisions[k]
    header = BundleHeader(
        version="made up",
        task=Task(
            task_id=task.task_id,
            dataset_id=task.task_id,
            dataset_name=f"data-{task.task_id}",
            target="class",
            classes=("yes", "no"),
            n_instances=task.n_instances,
            estimation_procedure=1,
            n_repeats=int(task.repeats.max()) + 1,
            n_folds=int(task.folds.max()) + 1,
        ),
        positive="yes",
        negative="no",
        n_rows=len(task.y_true),
        shared=Shared(
            groups="" if task.stated_groups is None else sha256(columns["group"]).hexdigest()
        ),
        models=tuple(
            Model(run, 1, "", auroc_score(task.y_true, scores))
            for run, scores in zip(runs, task.y_scores, strict=True)
        ),
    )
    path = store.path(task.task_id)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bundle(path, header, {name: c.__getitem__ for name, c in columns.items()}, None)
