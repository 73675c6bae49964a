"""Some models read and evaluated again by other people's code, and compared."""

import math
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.data.models import Models
from prgbench.metrics import average_precision_score, get_measure
from prgbench.run.errors import PrgbenchError
from prgbench.run.files import sha256_of
from prgbench.run.foreign_text import plain
from prgbench.second_opinion.opinion import (
    AGREES,
    DISAGREES,
    NOT_COMPARED,
    TOLERANCE,
    Finding,
    Opinion,
)
from prgbench.second_opinion.reading import NotReadError, Reader, Reading, Rows, StalledError
from prgbench.sources.store.bundle import Bundle, BundleStore
from prgbench.sources.store.fetched import AUROC_TOLERANCE

AREAS = ("auroc", "average_precision")

PROVENANCE = ["task_id", "dataset_name", "run_id", "flow_id", "flow_name"]
COLUMNS = [
    *PROVENANCE,
    *("verdict", "why", "largest_difference", "rows", "other_truth", "score_difference"),
    *("auroc_stored", "stored_difference"),
    *(column for name in AREAS for column in (name, f"{name}_sklearn")),
]
MOST_STALLS = 2
MOST_ROWS = 1_000_000
"""Longer files are not drawn: other readers hold them as Python objects."""

Row = dict[str, Any]


def draw_models(models: Models, count: int, seed: int) -> Models:
    """Draw models over the tasks: one of each task in random order, then another of each."""
    rng = np.random.default_rng(seed)
    assert models.n is not None
    short = models[models.n <= MOST_ROWS].sorted()
    tasks = short.task_id.unique()
    order = dict(zip(tasks, rng.permutation(len(tasks)), strict=True))
    shuffled = short[rng.permutation(len(short))]
    turns = pd.DataFrame(
        {"turn": shuffled.by_task.cumcount(), "task": shuffled.task_id.map(order)}
    )
    return short[turns.sort_values(["turn", "task"]).index[:count]].sorted()


def verify_models(drawn: Models, store: BundleStore, reader: Reader) -> pd.DataFrame:
    """Compare models of a study with what other people's code makes of them.

    Each gets a verdict with the reason. After two stalls in a row the others are not asked for.
    """
    rows: list[Row] = []
    stalls = 0
    for model in ({str(k): v for k, v in row.items()} for row in drawn.frame.to_dict("records")):
        try:
            if stalls == MOST_STALLS:
                raise NotReadError(f"not asked for, after {MOST_STALLS} stalls in a row")
            row = _verified(model, store, reader)
            stalls = 0
        except NotReadError as error:
            row = {"verdict": NOT_COMPARED, "why": str(error)}
            if stalls < MOST_STALLS:
                stalls = stalls + 1 if isinstance(error, StalledError) else 0
        rows.append({**{name: model[name] for name in PROVENANCE}, **row})
    return pd.DataFrame(rows, columns=COLUMNS)


def sum_up(table: pd.DataFrame, reader: Reader, *, study: str, seed: int, models: Path) -> Opinion:
    """Sum up the table of the models that were drawn."""
    not_compared = _findings(table, NOT_COMPARED)
    if len(not_compared) == len(table):
        first = f", the first: {not_compared[0]}" if not_compared else ""
        raise PrgbenchError(
            f"Study {study}: none of {len(table)} models could be read a second time{first}. "
            "See to it and run again."
        )
    stored = float(table["stored_difference"].max())
    return Opinion(
        study=study,
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        how=reader.how,
        knows_runs=reader.knows_runs,
        scikit_learn=version("scikit-learn"),
        seed=seed,
        models=len(Models.read(models)),
        drawn=len(table),
        agreeing=len(_findings(table, AGREES)),
        largest_difference=float(table["largest_difference"].max()),
        stored_difference=None if math.isnan(stored) else stored,
        disagreeing=_findings(table, DISAGREES),
        not_compared=not_compared,
        models_sha256=sha256_of(models),
    )


def compared(model: Mapping[str, Any], bundle: Bundle, reading: Reading) -> Row:
    """Return the verdict on a model, why, and the numbers behind it, by the names of `COLUMNS`.

    AUROC is over all repeats. ``other_truth`` counts the rows with another true class; it and
    ``score_difference`` are NaN if the instances differ. ``largest_difference`` leaves out the one
    from the stored AUROC.
    """
    used = _used(reading.rows, bundle)
    row: Row = {
        "rows": len(used.truth),
        **_row_by_row(used, bundle, model["run_id"]),
        **_areas(model, bundle, reading.rows, used),
    }
    stored = model["stored_auroc"] if reading.auroc is None else reading.auroc
    row["auroc_stored"] = math.nan if stored is None else stored
    row["stored_difference"] = _from_stored(row, reading.rows)
    row["largest_difference"] = max(_gap(row, name) for name in AREAS)
    why = [*_other_facts(model, bundle, reading), *_other_rows(row), *_other_areas(row)]
    return {"verdict": DISAGREES if why else AGREES, "why": "; ".join(why), **row}


def _verified(model: Mapping[str, Any], store: BundleStore, reader: Reader) -> Row:
    bundle = store.open(model["task_id"])
    header = bundle.header
    runs = {known.run.run_id: known.run for known in header.models}
    if model["run_id"] not in runs:
        raise NotReadError("no longer in the bundle of its task")
    reading = reader.read(header.task, runs[model["run_id"]], (header.negative, header.positive))
    return compared(model, bundle, reading)


def _used(rows: Rows, bundle: Bundle) -> Rows:
    """Return the rows that the study uses, in an order that depends on nothing else."""
    kept = np.arange(len(rows.truth)) if bundle.all_rows else np.flatnonzero(rows.repeat == 0)
    kept = kept[_order(rows.repeat[kept], rows.row_id[kept])]
    return Rows(rows.repeat[kept], rows.row_id[kept], rows.truth[kept], rows.scores[:, kept])


def _order(repeat: NDArray[Any], row_id: NDArray[Any]) -> NDArray[np.intp]:
    return np.lexsort((row_id, repeat))


def _row_by_row(rows: Rows, bundle: Bundle, run_id: int) -> Row:
    repeat, row_id = bundle.repeat(), bundle.row_id()
    order = _order(repeat, row_id)
    if not (
        np.array_equal(rows.repeat, repeat[order]) and np.array_equal(rows.row_id, row_id[order])
    ):
        return {"other_truth": math.nan, "score_difference": math.nan}
    scores = bundle.y_score(run_id)[order]
    return {
        "other_truth": int(np.count_nonzero(rows.truth != bundle.y_true()[order])),
        "score_difference": float(np.abs(rows.scores[1] - scores).max()),
    }


def _areas(model: Mapping[str, Any], bundle: Bundle, pooled: Rows, used: Rows) -> Row:
    from sklearn.metrics import average_precision_score as average_precision_of_sklearn
    from sklearn.metrics import roc_auc_score

    ours = model.get("average_precision")
    if ours is None:
        ours = average_precision_score(bundle.y_true(), bundle.y_score(model["run_id"]))
    return {
        "auroc": model["pooled_auroc"],
        "auroc_sklearn": float(roc_auc_score(pooled.truth, pooled.scores[1])),
        "average_precision": ours,
        "average_precision_sklearn": float(
            average_precision_of_sklearn(used.truth, used.scores[1])
        ),
    }


def _from_stored(row: Row, rows: Rows) -> float:
    """Return how far the stored AUROC is from ours, or from the mean of both classes.

    The archive stores the mean of both classes' AUROCs, weighted by their sizes. It differs from
    ours if the two scores of a row do not mirror each other.
    """
    from sklearn.metrics import roc_auc_score

    stored, positive = float(row["auroc_stored"]), float(row["auroc_sklearn"])
    negative = float(roc_auc_score(1 - rows.truth, rows.scores[0]))
    share = float(rows.truth.mean())
    mean = share * positive + (1 - share) * negative
    return min(abs(stored - positive), abs(stored - mean))


def _gap(row: Row, name: str) -> float:
    return float(abs(row[f"{name}_sklearn"] - row[name]) / max(1.0, abs(row[name])))


def _other_facts(model: Mapping[str, Any], bundle: Bundle, reading: Reading) -> Iterator[str]:
    facts = {**model, "target": bundle.header.task.target}
    for name, stated in reading.stated.items():
        ours, theirs = (
            plain(value, None) if isinstance(value, str) else value
            for value in (facts[name], stated)
        )
        if ours != theirs:
            yield f"{name} is {plain(str(theirs))} there, {plain(str(ours))} here"


def _other_rows(row: Row) -> Iterator[str]:
    if math.isnan(row["other_truth"]):
        yield "other instances or repeats"
    elif row["other_truth"]:
        yield f"another true class in {row['other_truth']} of {row['rows']} rows"
    if row["score_difference"] > 0:
        yield f"scores differ by up to {row['score_difference']:.1e}"


def _other_areas(row: Row) -> Iterator[str]:
    for name in AREAS:
        if _gap(row, name) > TOLERANCE:
            theirs = row[f"{name}_sklearn"]
            yield f"{get_measure(name).label} {row[name]:.10g} here, {theirs:.10g} by scikit-learn"
    if row["stored_difference"] > AUROC_TOLERANCE:
        yield f"AUROC {row['auroc']:.6f} here, {row['auroc_stored']:.6f} stored"


def _findings(table: pd.DataFrame, verdict: str) -> list[Finding]:
    found = table.loc[table["verdict"] == verdict, ["task_id", "run_id", "why"]]
    return [Finding(int(task), int(run), why) for task, run, why in found.itertuples(index=False)]
