"""The curves of models as lines of few points, for the page and for figures.

A curve of a large task has a point for each score. Most of them lie on the lines between others:
they are left out as long as no line moves visibly (Douglas and Peucker's algorithm, by shapely).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from prgbench.metrics.curves import PRCurve, ROCCurve
from prgbench.metrics.engine.counts import ThresholdCounts, count
from prgbench.metrics.prg_curve import prg_curve_of
from prgbench.run.few_at_once import few_at_once
from prgbench.study.examples import Line

if TYPE_CHECKING:
    from prgbench.sources.task_predictions import TaskPredictions

SPACES = ("roc", "pr", "prg")
TOLERANCE = 0.003
_VALUES_OF_A_SCORE = 24
"""How many values the lines of a score take at once: two coordinates in three spaces, copied."""


def curve_table(predictions: "TaskPredictions") -> pd.DataFrame:
    """Return a row per model of a task: its curve in each of `SPACES`, as two lists of numbers.

    PR curves are interpolated hyperbolically, PRG curves cut to the unit square; NaN separates the
    pieces of a curve. Points are left out if no line moves by more than `TOLERANCE` without them.
    """
    y_true = predictions.y_true
    y_score = predictions.y_score
    lines: list[Line] = []
    for part in few_at_once(len(y_score), _VALUES_OF_A_SCORE * len(y_true)):
        counts = [count(y_true, scores) for scores in y_score[part]]
        lines += _thinned([line for of_model in counts for line in _lines(of_model)], TOLERANCE)
    columns: dict[str, object] = {
        "task_id": predictions.task.task_id,
        "run_id": predictions.run_ids,
    }
    for position, space in enumerate(SPACES):
        lines_of_space = lines[position :: len(SPACES)]
        for axis, values in zip("xy", zip(*lines_of_space, strict=True), strict=True):
            columns[f"{space}_{axis}"] = [value.astype(np.float32) for value in values]
    return pd.DataFrame(columns)


def model_lines(counts: ThresholdCounts, tolerance: float = TOLERANCE) -> tuple[Line, Line, Line]:
    """Return the line of a model in each of `SPACES`, moved by the tolerance at most."""
    roc, pr, prg = _thinned(_lines(counts), tolerance)
    return roc, pr, prg


def _lines(counts: ThresholdCounts) -> list[list[Line]]:
    """Return the pieces of a model's line in each of `SPACES`."""
    roc = ROCCurve(counts.thresholds, counts.tp, counts.fp)
    pr = PRCurve(counts.thresholds, counts.tp, counts.fp)
    prg = prg_curve_of(counts)
    return [[(roc.fpr, roc.tpr)], [pr.interpolate()], prg.unit_square_parts()]


def _thinned(lines: Sequence[Sequence[Line]], tolerance: float) -> list[Line]:
    """Return lines without points that move none by more than the tolerance."""
    import shapely

    pieces = [(line, xy) for line, parts in enumerate(lines) for xy in parts if len(xy[0]) > 1]
    points = np.concatenate([np.empty((2, 0)), *(xy for _, xy in pieces)], axis=1).T
    index = np.repeat(np.arange(len(pieces)), [len(xy[0]) for _, xy in pieces])
    whole = shapely.linestrings(points, indices=index)
    simple = shapely.simplify(whole, tolerance, preserve_topology=False)
    kept, piece = shapely.get_coordinates(simple, return_index=True)
    line_of = np.array([line for line, _ in pieces], dtype=np.intp)[piece]
    begins = np.flatnonzero((np.diff(piece) > 0) & (np.diff(line_of) == 0)) + 1
    kept = np.insert(kept, begins, np.nan, axis=0)
    line_of = np.insert(line_of, begins, line_of[begins])
    ends = np.searchsorted(line_of, np.arange(1, len(lines)))
    return [(line[:, 0], line[:, 1]) for line in np.split(kept, ends)]
