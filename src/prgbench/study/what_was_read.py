"""What a study compares, in one sentence."""

from collections.abc import Collection, Iterator

import pandas as pd

from prgbench.data.models import Models
from prgbench.plotting.words import count, natural_key, prevalence, share_of
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.exclusions import Reason
from prgbench.sources.table.names import ONLY_DATASET
from prgbench.study.measures import load_measures, undefined_measures

HALF = 0.5

TOO_FEW = (Reason.NO_RUNS, Reason.FEW_FLOWS, Reason.FEW_MODELS)
"""Reasons that are the same for who has a table: not enough models to compare."""


def what_was_read(models: Models, *, of_items: bool = False) -> str:
    """Say what is compared: data sets, models, classes and instances, without a full stop.

    Nothing is said of classes and instances that a table of scores does not tell. Results on items
    begin with these.
    """
    tasks = models.first_of_tasks()
    if of_items:
        return f"{_items(tasks)}, {_models(models)}"
    parts = [_datasets(tasks), _models(models), *_classes(tasks)]
    return ", ".join([*parts, *_rows(tasks[~tasks.dataset_id.duplicated()])])


def datasets_left_out(models: Models, exclusions: pd.DataFrame) -> Iterator[str]:
    """Name the data sets of a table, or their classes, that are not compared, with the reasons.

    ``exclusions`` are what `prgbench.study.exclusions.list_exclusions` returns. A data set of
    which no class is compared is named once, and before single classes. What the user has not
    asked for is not named. Tasks of an archive are listed on the page: they may be thousands.
    """
    if _of_archive(models):
        return
    not_asked_for = exclusions["reason"] == Reason.NOT_REQUESTED
    tasks = exclusions[(exclusions["what"] == "task") & ~not_asked_for]
    if tasks.empty:
        return
    # A plan of an earlier version names nothing.
    labels = tasks["label"]
    stated = tasks["dataset_name"]
    datasets = stated.where(stated != "", "task " + tasks["task_id"].astype(str))
    is_class = datasets.isin({*map(plain, models.dataset_name)}) & (labels != "")
    listed = pd.DataFrame(
        {
            "name": datasets.where(~is_class, datasets + ": class " + labels),
            # In the words of a table: it has models, and how many are wanted goes without saying.
            "reason": tasks["reason"].replace([*TOO_FEW], "too few models"),
            "is_class": is_class,
        }
    )
    listed = listed.drop_duplicates().sort_values("is_class", kind="stable")
    by_reason = listed.groupby("reason", sort=False)["name"]
    said = [f"{some_of(list(names))} ({reason})" for reason, names in by_reason]
    yield f"Left out: {'; '.join(said)}."


def planned_tasks_left_out(models: Models, exclusions: pd.DataFrame) -> Iterator[str]:
    """Say how many tasks of an archive's plan lack models, once their files have been read.

    Those of a plan are chosen before any file is read: without a word, a study of half of them
    would look like one of all.
    """
    if not _of_archive(models):
        return
    read = exclusions[exclusions["stage"] == "fetch"]
    n_lost = int((read["what"] == "task").sum())
    if n_lost == 0:
        return
    reasons = read.loc[read["what"] == "run", "reason"].value_counts()
    mostly = f" (left out most often: runs {reasons.index[0]})" if len(reasons) else ""
    yield (
        f"{share_of(n_lost, n_lost + models.n_tasks)} planned tasks are left out, as too few "
        f"predictions could be used{mostly}."
    )


def missing_predictions(models: Models, ranked: Collection[int]) -> Iterator[str]:
    """Name the models of a table that lack data sets which others have, and those not ``ranked``.

    Those that lack most come first. ``ranked`` are the ids in the standings, in which models on
    few data sets are not. Models of an archive are others on each data set.
    """
    if _of_archive(models):
        return
    numbers = models.dataset_id.groupby([models.flow_id, models.flow_name]).nunique()
    # Stable, so that models that lack as many keep their order.
    lacking = (models.n_datasets - numbers).sort_values(ascending=False, kind="stable")
    if without := _with_numbers(lacking[lacking > 0]):
        yield f"Without predictions: {without}."
    unranked = numbers[~numbers.index.get_level_values("flow_id").isin(list(ranked))]
    if ranked and len(unranked):
        yield f"Not ranked, on too few data sets: {_with_numbers(unranked)}."


def missing_probabilities(models: Models) -> Iterator[str]:
    """Name the models of a table that lack a measure of probabilities, as their scores are none.

    They are not ranked by it, or as if they were the last. Those of an archive are counted.
    """
    measures = load_measures(models.measures)
    if _of_archive(models):
        yield from undefined_measures(models, measures)
        return
    for measure in measures:
        lacking = models[models.scores(measure.name).isna()]
        if measure.needs_probabilities and len(lacking):
            numbers = lacking.dataset_id.groupby([lacking.flow_id, lacking.flow_name]).nunique()
            yield (
                f"Without {measure.label}, which needs probabilities in [0, 1]: "
                f"{_with_numbers(numbers)}."
            )


def _with_numbers(numbers: "pd.Series[int]") -> str:
    """List models by name, each with a number of data sets."""
    names = numbers.index.get_level_values("flow_name")
    return some_of(
        [
            f"{name} (on {count(number, 'data set')})"
            for name, number in zip(names, numbers.tolist(), strict=True)
        ]
    )


def _items(tasks: Models) -> str:
    """Count the items, and name their data sets if there is a name."""
    assert tasks.n_instances is not None
    items = count(int(tasks.n_instances.sum()), "item")
    names = sorted(tasks.dataset_name, key=natural_key)
    if names == [ONLY_DATASET]:
        return items
    number = "" if len(names) == 1 else f"{count(len(names), 'data set')}: "
    return f"{items} of {number}{some_of(names)}"


def _datasets(tasks: Models) -> str:
    """Count the data sets; those of a table are named, so that one that is none is seen."""
    names = tasks.dataset_name[~tasks.dataset_id.duplicated()]
    shown = not _of_archive(tasks) or len(names) == 1
    named = f" ({some_of(sorted(names, key=natural_key))})" if shown else ""
    datasets = f"{count(len(names), 'data set')}{named}"
    by_class = (
        tasks.pos_label is not None
        and not tasks.frame.duplicated(["dataset_id", "pos_label"]).any()
    )
    if by_class or len(tasks) == len(names):
        return datasets
    return f"{count(len(tasks), 'task')} on {datasets}"


def _models(models: Models) -> str:
    """Count the models of a table by name; those of an archive are trained for each task."""
    names = sorted(models.flow_name.unique(), key=natural_key)
    if _of_archive(models):
        return f"{count(len(models), 'model')} of {count(len(names), 'learner')}"
    return f"{count(len(names), 'model')} ({some_of(names)})"


def _of_archive(models: Models) -> bool:
    return bool((models.upload_time != "").any())


def _classes(tasks: Models) -> Iterator[str]:
    """Say which class is positive where there are two, and how many there are elsewhere."""
    if tasks.pos_label is None or tasks.prevalence is None:
        return
    n_classes = tasks.pos_label.groupby(tasks.dataset_id).transform("nunique")
    binary = n_classes == 1
    several = n_classes[n_classes > 1]
    if binary.any():
        labels = some_of(list(tasks.pos_label[binary].unique()))
        prevalences = tasks.prevalence[binary].groupby(tasks.dataset_id).first()
        shares = _of_the_rows(prevalences)
        if tasks.pos_label[binary].nunique() == 1:
            yield f"positive class {labels} ({shares})"
        elif (prevalences <= HALF).all():
            # An archive has too many labels, and says for each class which scores are its own.
            named = "" if _of_archive(tasks) else f"{labels}; "
            yield f"positive class: the minority of each data set ({named}{shares})"
        else:
            yield f"positive classes {labels} ({shares})"
    if len(several):
        fewest_and_most = dict.fromkeys((f"{several.min():,}", f"{several.max():,}"))
        yield f"{' to '.join(fewest_and_most)} classes, each against the rest"


def _of_the_rows(prevalences: pd.Series) -> str:
    """Say how frequent the positives of data sets are, and whether they are the majority."""
    lowest_and_highest = dict.fromkeys(map(prevalence, (prevalences.min(), prevalences.max())))
    share = f"{' to '.join(lowest_and_highest)} of the rows"
    majority = prevalences > HALF
    if majority.all() or not majority.any():
        return f"{share}, the majority" if majority.all() else share
    return f"{share}, the majority in {share_of(majority.sum(), len(majority))} data sets"


def _rows(tasks: Models) -> Iterator[str]:
    if tasks.n_instances is not None and tasks.n is not None:
        instances = int(tasks.n_instances.sum())
        rows = int(tasks.n.sum())
        yield count(instances, "instance") + (f" in {rows:,} rows" if rows > instances else "")
