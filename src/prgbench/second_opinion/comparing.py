"""Compares a model of a study with what other people's code makes of its predictions."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prgbench.archive.store.bundle import Bundle
from prgbench.archive.store.consensus import AUROC_TOLERANCE
from prgbench.metrics import average_precision_score, get_measure
from prgbench.pipeline.foreign_text import plain
from prgbench.second_opinion import exact
from prgbench.second_opinion.opinion import AGREES, DISAGREES, TOLERANCE
from prgbench.second_opinion.reading import Reading, Rows

BY = {"sklearn": "by scikit-learn", "exact": "exactly"}
OTHERS = {
    "auroc": ("sklearn", "exact"),
    "average_precision": ("sklearn", "exact"),
    "aupr": ("exact",),
    "auprg": ("exact",),
}

Row = dict[str, Any]


def compared(model: Mapping[str, Any], bundle: Bundle, reading: Reading) -> Row:
    """Return the verdict on a model, why, and the numbers behind it.

    Parameters
    ----------
    model : mapping
        Its line in the table of the study's models.
    bundle : Bundle
        The bundle of its task, with the rows that the study uses.
    reading : Reading
        What another reader has made of its predictions.

    Returns
    -------
    dict
        ``verdict``, ``why``, ``rows`` (as read), ``other_truth`` (rows with another true class),
        ``score_difference`` (the largest), both missing if the instances are others; each area as
        the study has it and as others compute it, AUROC over all repeats; ``auroc_stored`` and
        how far it is away, and the largest difference of all others.
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
    row["largest_difference"] = max(_gap(row, *pair) for pair in _pairs())
    why = [*_other_facts(model, bundle, reading), *_other_rows(row), *_other_areas(row)]
    return {"verdict": DISAGREES if why else AGREES, "why": "; ".join(why), **row}


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

    of_all, of_used = (exact.points(rows.truth, rows.scores[1]) for rows in (pooled, used))
    ours = model.get("average_precision")
    if ours is None:
        ours = average_precision_score(bundle.y_true(), bundle.y_score(model["run_id"]))
    return {
        "auroc": model["pooled_auroc"],
        "auroc_sklearn": float(roc_auc_score(pooled.truth, pooled.scores[1])),
        "auroc_exact": float(exact.auroc(of_all)),
        "average_precision": ours,
        "average_precision_sklearn": float(
            average_precision_of_sklearn(used.truth, used.scores[1])
        ),
        "average_precision_exact": float(exact.average_precision(of_used)),
        "aupr": model["aupr"],
        "aupr_exact": float(exact.aupr(of_used)),
        "auprg": model["auprg"],
        "auprg_exact": float(exact.auprg(of_used)),
    }


def _from_stored(row: Row, rows: Rows) -> float:
    """Return how far the stored AUROC is from ours, or from the mean of both classes.

    The archive stores the mean of the classes' AUROCs, weighted by their sizes; it is another one
    where the two scores of a row do not mirror each other.
    """
    stored, positive = float(row["auroc_stored"]), float(row["auroc_exact"])
    negative = float(exact.auroc(exact.points(1 - rows.truth, rows.scores[0])))
    share = float(rows.truth.mean())
    mean = share * positive + (1 - share) * negative
    return min(abs(stored - positive), abs(stored - mean))


def _pairs() -> Iterator[tuple[str, str]]:
    return ((name, who) for name, others in OTHERS.items() for who in others)


def _gap(row: Row, name: str, who: str) -> float:
    return float(abs(row[f"{name}_{who}"] - row[name]) / max(1.0, abs(row[name])))


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
    for name, who in _pairs():
        if _gap(row, name, who) > TOLERANCE:
            theirs = row[f"{name}_{who}"]
            yield f"{get_measure(name).label} {row[name]:.10g} here, {theirs:.10g} {BY[who]}"
    if row["stored_difference"] > AUROC_TOLERANCE:
        yield f"AUROC {row['auroc']:.6f} here, {row['auroc_stored']:.6f} stored"
