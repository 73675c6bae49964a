"""A fixed job of what the stages do: sorting, parsing and drawing.

Machines differ, and so does one machine from hour to hour. The times of a rehearsal are told in
units of this job, run in the same minute, so that a slow machine hides no slow change.
"""

import io
import time

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

ROWS = 500_000
SORTED = 5_000_000
POINTS = 100_000
TRIES = 3


def reference_seconds() -> float:
    """Return the processor seconds that the job takes, the least of some tries."""
    return min(_tried() for _ in range(TRIES))


def _tried() -> float:
    rng = np.random.default_rng(2015)
    values = rng.normal(size=SORTED)
    text = pd.DataFrame(rng.normal(size=(ROWS, 4))).to_csv(index=False)
    begun = time.process_time()
    np.sort(values)
    pd.read_csv(io.StringIO(text))
    _draw(values[:POINTS])
    return time.process_time() - begun


def _draw(values: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> None:
    # Without paths simplified, so that all points are written.
    with mpl.rc_context({"path.simplify": False}):
        figure = Figure()
        figure.subplots().plot(values)
        figure.savefig(io.BytesIO(), format="svg")
