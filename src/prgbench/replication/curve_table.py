"""The curves of every model as lines to draw: what the page shows of any two models."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import shapely
from numpy.typing import NDArray

from prgbench.archive.store.bundle import Bundle
from prgbench.metrics import PRCurve, ROCCurve, ThresholdCounts
from prgbench.metrics.counts import count
from prgbench.metrics.integrals import roc_area
from prgbench.metrics.prg_curve import prg_curve_of

SPACES = ("roc", "pr", "prg")
TOLERANCE = 0.003

Line = tuple[NDArray[np.float64], NDArray[np.float64]]


def curve_table(bundle: Bundle, run_ids: Sequence[int]) -> pd.DataFrame:
    """Return the ROC, PR and PRG curves of models of a task.

    Parameters
    ----------
    bundle : Bundle
        The task's predictions.
    run_ids : sequence of int
        The models.

    Returns
    -------
    DataFrame
        A row per model: ``task_id``, ``run_id``, and for each of `SPACES` two lists of numbers,
        ``<space>_x`` and ``<space>_y``. PR curves have their hyperbolic interpolation, PRG curves
        what lies in the unit square; NaN stands between the pieces of a curve. Points without
        which no line moves by more than `TOLERANCE` are left out.
    """
    positive = bundle.y_true() == 1
    rows = []
    for run_id in run_ids:
        row: dict[str, object] = {"task_id": bundle.header.task.task_id, "run_id": run_id}
        counts = count(positive, bundle.y_scores([run_id], check_aurocs=False)[0])
        if bundle.all_rows:
            bundle.check_aurocs([run_id], np.array([roc_area(counts)]))
        lines = model_lines(counts)
        for space, (x, y) in zip(SPACES, lines, strict=True):
            row |= {f"{space}_x": x.astype(np.float32), f"{space}_y": y.astype(np.float32)}
        rows.append(row)
    return pd.DataFrame(rows)


def model_lines(counts: ThresholdCounts) -> tuple[Line, Line, Line]:
    """Return the line of a model in each of `SPACES`.

    Examples
    --------
    >>> from prgbench.metrics import threshold_counts
    >>> roc, pr, prg = model_lines(threshold_counts([1, 1, 0, 0], [0.9, 0.8, 0.2, 0.1]))
    >>> roc[0].tolist(), roc[1].tolist()
    ([0.0, 0.0, 1.0], [0.0, 1.0, 1.0])
    """
    roc = ROCCurve(counts.thresholds, counts.tp, counts.fp)
    pr = PRCurve(counts.thresholds, counts.tp, counts.fp)
    return (
        _thinned([(roc.fpr, roc.tpr)]),
        _thinned([pr.interpolate()]),
        _thinned(prg_curve_of(counts).unit_square_parts()),
    )


def _thinned(pieces: Sequence[Line]) -> Line:
    kept = [
        shapely.get_coordinates(
            shapely.simplify(shapely.linestrings(x, y), TOLERANCE, preserve_topology=False)
        )
        for x, y in pieces
        if len(x) > 1
    ]
    if not kept:
        return np.empty(0), np.empty(0)
    between = np.full((1, 2), np.nan)
    rows = [row for piece in kept for row in (between, piece)][1:]
    line = np.vstack(rows)
    return line[:, 0], line[:, 1]
