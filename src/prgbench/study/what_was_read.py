"""What a study compares, in one sentence, and the means of a data set over its classes."""

from collections.abc import Iterator, Sequence

import pandas as pd

from prgbench.metrics import Measure
from prgbench.plotting.words import count
from prgbench.run.foreign_text import some_of

HALF = 0.5


def what_was_read(models: pd.DataFrame) -> str:
    """Say what is compared: data sets, models, classes and instances, without a full stop.

    Where ``models.parquet`` has no ``pos_label``, nothing is said of classes, and without
    ``n_instances`` nothing of instances.

    Examples
    --------
    >>> lr = {"task_id": 7, "dataset_id": 7, "dataset_name": "a", "flow_name": "lr"}
    >>> lr |= {"upload_time": "", "pos_label": "1", "prevalence": 0.2, "n": 50}
    >>> what_was_read(pd.DataFrame([lr, lr | {"flow_name": "rf"}]).assign(n_instances=10))
    '1 data set (a), 2 models (lr, rf), positive class 1 (the minority), 10 instances in 50 rows'
    """
    models = models.dropna(axis="columns", how="all")
    tasks = models.drop_duplicates("task_id")
    parts = [_datasets(tasks), _models(models)]
    if "pos_label" in tasks:
        parts += _classes(tasks)
    if "n_instances" in tasks:
        parts.append(_rows(tasks.drop_duplicates("dataset_id")))
    return ", ".join(parts)


def macro_averages(models: pd.DataFrame, measures: Sequence[Measure]) -> pd.DataFrame:
    """Average the measures of each model over the tasks of a data set that has several.

    ``tasks`` is how many the model has there, such as one for each class.
    """
    shared = ["dataset_id", "flow_id"]
    several = models.groupby("dataset_id")["task_id"].transform("nunique") > 1
    means = (
        models[several]
        .groupby(shared, sort=False)
        .agg(
            dataset=("dataset_name", "first"),
            model=("flow_name", "first"),
            tasks=("task_id", "nunique"),
            **{measure.name: (measure.name, "mean") for measure in measures},
        )
    )
    return means.sort_values(["dataset", "model"], ignore_index=True)


def _datasets(tasks: pd.DataFrame) -> str:
    names = tasks["dataset_name"][~tasks["dataset_id"].duplicated()]
    named = f" ({some_of(list(names))})" if len(names) == 1 else ""
    said = f"{count(len(names), 'data set')}{named}"
    by_class = "pos_label" in tasks and not tasks.duplicated(["dataset_id", "pos_label"]).any()
    return (
        said if by_class or len(tasks) == len(names) else f"{count(len(tasks), 'task')} on {said}"
    )


def _models(models: pd.DataFrame) -> str:
    """Count the models of a table by name; those of an archive are trained for each task."""
    names = sorted(models["flow_name"].unique())
    if (models["upload_time"] != "").any():
        return f"{count(len(models), 'model')} of {count(len(names), 'flow')}"
    return f"{count(len(names), 'model')} ({some_of(names)})"


def _classes(tasks: pd.DataFrame) -> Iterator[str]:
    """Say which class is positive where there are two, and how many there are elsewhere."""
    n_classes = tasks.groupby("dataset_id")["pos_label"].transform("nunique")
    binary, several = tasks[n_classes == 1], n_classes[n_classes > 1]
    if len(binary):
        labels = list(binary["pos_label"].unique())
        minority = bool((binary["prevalence"] < HALF).all())
        if len(labels) == 1:
            yield f"positive class {some_of(labels)}{' (the minority)' if minority else ''}"
        elif (binary["prevalence"] <= HALF).all():
            yield "positive class: the minority of each data set"
        else:
            yield f"positive classes {some_of(labels)}"
    if len(several):
        low, high = several.min(), several.max()
        said = f"{low:,} classes" if low == high else f"{low:,} to {high:,} classes"
        yield f"{said}, each against the rest"


def _rows(tasks: pd.DataFrame) -> str:
    instances, rows = int(tasks["n_instances"].sum()), int(tasks["n"].sum())
    return count(instances, "instance") + (f" in {rows:,} rows" if rows > instances else "")
