"""The curves of a task's models as whole numbers."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.replication.curve_table import SPACES

SCALE = 1000
Steps = list[int | None]


def task_curves(tables: Sequence[Path]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield each task of tables of curves with the lines of its models.

    The tables are read one after the other.
    """
    for path in tables:
        table = pd.read_parquet(path)
        for task_id, rows in table.groupby("task_id") if len(table) else ():
            yield int(str(task_id)), encoded_lines(rows)


def encoded_lines(rows: pd.DataFrame) -> dict[str, Any]:
    """Return the lines of the models of a task by space, each coordinate as steps.

    Returns
    -------
    dict
        The models under ``run``; under each of the spaces the steps along both axes of each model.
    """
    lines: dict[str, Any] = {"run": rows["run_id"].tolist()}
    for space in SPACES:
        lines[space] = [
            [as_steps(x), as_steps(y)]
            for x, y in zip(rows[f"{space}_x"], rows[f"{space}_y"], strict=True)
        ]
    return lines


def as_steps(values: NDArray[np.float32]) -> Steps:
    """Return where a line begins, in thousandths, and its steps from point to point.

    None stands between the pieces of a line.

    Examples
    --------
    >>> as_steps(np.array([0.5, 0.75, np.nan, 1.0], dtype=np.float32))
    [500, 250, None, 250]
    """
    scaled = np.round(SCALE * np.asarray(values, dtype=float))
    breaks = np.isnan(scaled)
    places = scaled[~breaks]
    steps = np.zeros(len(scaled), dtype=np.int64)
    steps[~breaks] = np.diff(places, prepend=0)
    return [
        None if cut else step for step, cut in zip(steps.tolist(), breaks.tolist(), strict=True)
    ]
