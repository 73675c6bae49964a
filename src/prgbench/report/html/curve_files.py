"""The curves of all models: in the page, or as a script of each task beside it."""

import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.report.html.markup import encode
from prgbench.run.files import write_text
from prgbench.study.examples import SPACES

MOST_TASKS = 100
"""With more tasks, the curves are in files beside the page."""

FOLDER = "curves"
SCALE = 1000


def task_curves(tables: Sequence[Path]) -> Iterator[tuple[int, pd.DataFrame]]:
    """Yield each task of files with tables of curves, and its rows."""
    for path in tables:
        table = pd.read_parquet(path)
        for task_id, rows in table.groupby("task_id") if len(table) else ():
            yield int(str(task_id)), rows


def store_curves(
    folder: Path, tasks: Iterable[tuple[int, pd.DataFrame]], *, inside: bool
) -> dict[int, str]:
    """Return the encoded curves of tasks, or write them beside the page.

    Those that are not ``inside`` are scripts ``curves/<task>.js``: a page opened from disk may
    run a file beside it but not read one.
    """
    beside = folder / FOLDER
    if inside:
        shutil.rmtree(beside, ignore_errors=True)
        return {task_id: encode(lines(rows)) for task_id, rows in tasks}
    written = set()
    for task_id, rows in tasks:
        path = beside / f"{task_id}.js"
        write_text(path, f'receiveCurves({task_id}, "{encode(lines(rows))}");\n', durable=False)
        written.add(path.name)
    for path in beside.glob("*"):
        if path.name not in written:
            path.unlink()
    return {}


def lines(rows: pd.DataFrame) -> dict[str, Any]:
    """Return the runs of a task, and their lines as steps by space."""
    found: dict[str, Any] = {"run": rows["run_id"].tolist()}
    for space in SPACES:
        xy = zip(rows[f"{space}_x"], rows[f"{space}_y"], strict=True)
        found[space] = [[as_steps(x), as_steps(y)] for x, y in xy]
    return found


def as_steps(values: NDArray[np.float32]) -> list[int | None]:
    """Return the start of a line and its steps from point to point, in thousandths.

    None separates the pieces of a line.

    Examples
    --------
    >>> as_steps(np.array([0.5, 0.75, np.nan, 1.0], dtype=np.float32))
    [500, 250, None, 250]
    """
    scaled = np.rint(SCALE * np.asarray(values, dtype=float))
    breaks = np.isnan(scaled)
    steps = scaled[~breaks]
    steps[1:] -= steps[:-1].copy()
    whole: list[int | None] = steps.astype(np.int64).tolist()
    for place in np.flatnonzero(breaks).tolist():
        whole.insert(place, None)
    return whole
