"""Some models, read and evaluated again by other people's code, beside the study's numbers."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from prgbench.data.models import Models
from prgbench.metrics import average_precision_score, get_measure
from prgbench.run.files import sha256_of
from prgbench.second_opinion.opinion import Opinion
from prgbench.second_opinion.other_code import MOST_FAILURES, NotReadError, other_code
from prgbench.second_opinion.readers import Reader, labelled_rows
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.task_predictions import TaskPredictions

AGREES = "agrees"
DISAGREES = "disagrees"
NOT_READ = "not read"
FOR_NOW = "not read for now"
AREAS = ("auroc", "average_precision")
TOLERANCE = 1e-9
"""The greatest difference of two areas that is rounding."""
MOST_ROWS = 1_000_000
"""Longer files are not drawn: other readers hold them as Python objects."""

PROVENANCE = ["task_id", "dataset_name", "run_id", "flow_id", "flow_name"]
COLUMNS = [*PROVENANCE, "verdict", "why", *(f"{a}{by}" for a in AREAS for by in ("", "_sklearn"))]


def draw_models(models: Models, count: int, seed: int) -> Models:
    """Draw models over the tasks: one of each task in random order, then another of each."""
    rng = np.random.default_rng(seed)
    assert models.n is not None
    short = models[models.n <= MOST_ROWS].sorted()
    turn = short.frame.sample(frac=1, random_state=rng).groupby("task_id").cumcount()
    # Shuffled again: the first in order of appearance would favour tasks with many models.
    drawn = turn.sample(frac=1, random_state=rng).sort_values(kind="stable").index[:count]
    return short[drawn].sorted()


def verify_models(drawn: Models, store: BundleStore, reader: Reader) -> pd.DataFrame:
    """Compare models of a study with what other people's code makes of them.

    After three failures of the server in a row it is not asked for any more.
    """
    verdicts = []
    failures = 0
    last = ""
    for model in drawn.frame.to_dict("records"):
        try:
            if failures == MOST_FAILURES:
                raise NotReadError(last, for_now=True)
            row = _verdict(model, store, reader)
            failures = 0
        except NotReadError as error:
            row = {"verdict": FOR_NOW if error.for_now else NOT_READ, "why": str(error)}
            failures = min(failures + 1, MOST_FAILURES) if error.for_now else 0
            last = str(error)
        verdicts.append({**{name: model[name] for name in PROVENANCE}, **row})
    return pd.DataFrame(verdicts, columns=COLUMNS)


def _verdict(model: Mapping[Any, Any], store: BundleStore, reader: Reader) -> dict[str, Any]:
    run_id = model["run_id"]
    bundle = store.open(model["task_id"])
    runs = {stored.run.run_id: stored.run for stored in bundle.header.models}
    if run_id not in runs:
        raise NotReadError("no longer in the bundle of its task")
    first_repeat = store.repeats == "first" and bundle.header.task.n_repeats > 1
    predictions = bundle.load([run_id], first_repeat=first_repeat)
    with other_code():
        table = reader.read(predictions.task, runs[run_id])
        rows = labelled_rows(table, predictions.negative, predictions.positive)
    return compared(model, predictions, rows, first_repeat=first_repeat)


def sum_up(table: pd.DataFrame, reader: Reader, *, study: str, seed: int, models: Path) -> Opinion:
    """Sum up the table of the models that were drawn."""
    disagreeing, not_read = (
        [
            f"run {row.run_id} of task {row.task_id} ({row.why})"
            for row in table[table["verdict"].isin(verdicts)].itertuples()
        ]
        for verdicts in ([DISAGREES], [NOT_READ, FOR_NOW])
    )
    return Opinion(
        study=study,
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        how=reader.how,
        scikit_learn=version("scikit-learn"),
        seed=seed,
        models=len(Models.read(models)),
        drawn=len(table),
        disagreeing=disagreeing,
        not_read=not_read,
        models_sha256=sha256_of(models),
        for_now=int((table["verdict"] == FOR_NOW).sum()),
    )


def compared(
    model: Mapping[Any, Any],
    predictions: TaskPredictions,
    rows: pd.DataFrame,
    *,
    first_repeat: bool = False,
) -> dict[str, Any]:
    """Return the verdict on a model, why, and its areas by both codes.

    ``predictions`` are those of the model alone, maybe of the first repeat alone; ``rows`` are all
    that the other code has read of it.
    """
    from sklearn.metrics import average_precision_score as average_precision_of_sklearn
    from sklearn.metrics import roc_auc_score

    [scores] = predictions.y_score
    in_bundle = pd.DataFrame(
        {
            "repeat": predictions.repeat,
            "row_id": predictions.row_id,
            "truth": predictions.y_true,
            "score": scores,
        }
    ).sort_values(["repeat", "row_id"], ignore_index=True)
    used = rows[rows["repeat"] == 0] if first_repeat else rows
    with other_code():
        # AUROC is over all repeats, even in a study of the first one.
        auroc = float(roc_auc_score(rows["truth"], rows["score"]))
        average_precision = float(average_precision_of_sklearn(used["truth"], used["score"]))
    areas = {
        "auroc": model["pooled_auroc"],
        "auroc_sklearn": auroc,
        "average_precision": average_precision_score(predictions.y_true, scores),
        "average_precision_sklearn": average_precision,
    }
    why = [*_other_rows(used, in_bundle), *_other_areas(areas)]
    return {"verdict": DISAGREES if why else AGREES, "why": "; ".join(why), **areas}


def _other_rows(rows: pd.DataFrame, in_bundle: pd.DataFrame) -> Iterator[str]:
    if not np.array_equal(rows[["repeat", "row_id"]], in_bundle[["repeat", "row_id"]]):
        yield "other instances or repeats"
        return
    other_truth = np.count_nonzero(rows["truth"].to_numpy() != in_bundle["truth"].to_numpy())
    if other_truth:
        yield f"another true class in {other_truth} of {len(rows)} rows"
    difference = np.abs(rows["score"].to_numpy() - in_bundle["score"].to_numpy()).max()
    if difference > 0:
        yield f"scores differ by up to {difference:.1e}"


def _other_areas(areas: Mapping[str, float]) -> Iterator[str]:
    for name in AREAS:
        area = areas[name]
        by_sklearn = areas[f"{name}_sklearn"]
        if abs(area - by_sklearn) > TOLERANCE:
            label = get_measure(name).label
            yield f"{label} {area:.10g} here, {by_sklearn:.10g} by scikit-learn"
