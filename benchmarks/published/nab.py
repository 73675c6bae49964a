"""Anomalies in time series: 51 series with anomalies, 15 detectors, windows as groups.

Lavin and Ahmad (2015), Evaluating real-time anomaly detection algorithms, ICMLA; the repository is
``numenta/NAB``, whose ``results`` have the score of each detector at each time with the label of
its window. The detector ``null`` gives every time the same score and is left out.
"""

from pathlib import Path

import numpy as np
import pandas as pd

WITHOUT_SCORES = "null"
LEAST_STRETCH = 50


def predictions(clone: Path) -> pd.DataFrame:
    """Return the scores of all series that have anomalies, with a group for each window.

    A series whose labels one detector has otherwise is left out of that detector, as its rows
    can't be matched. A window of anomalies is one group, as its times are no observations of their
    own; normal stretches are cut to groups of the windows' median length.
    """
    tables = []
    truths: dict[str, np.ndarray] = {}
    for file in sorted((clone / "results").glob("*/*/*.csv")):
        detector, category = file.parts[-3:-1]
        series = pd.read_csv(file)
        truth = series["label"].to_numpy().astype(int)
        name = f"{category}/{file.stem.removeprefix(f'{detector}_')}"
        known = truths.setdefault(name, truth)
        if detector == WITHOUT_SCORES or truth.min() == truth.max():
            continue
        if not np.array_equal(truth, known):
            print(f"{name}: left out of {detector}, which has other labels")
            continue
        tables.append(
            pd.DataFrame(
                {
                    "dataset": name,
                    "model": detector,
                    "row_id": np.arange(truth.size),
                    "group": windows(truth),
                    "y_true": truth,
                    "y_score": series["anomaly_score"].astype(float),
                }
            )
        )
    return pd.concat(tables, ignore_index=True)


def windows(truth: np.ndarray) -> np.ndarray:
    """Return the group of each time: a window, or a part of the normal stretch between two.

    Examples
    --------
    >>> windows(np.array([0, 0, 1, 1, 0])).tolist()
    [0, 0, 1, 1, 2]
    """
    run = np.cumsum(np.diff(truth, prepend=truth[0]) != 0)
    lengths = np.bincount(run)
    # Runs of 1 and 0 alternate.
    of_windows = lengths[int(truth[0] == 0) :: 2]
    length = max(LEAST_STRETCH, int(np.median(of_windows)))
    starts = np.cumsum(lengths) - lengths
    part = np.where(truth == 1, 0, (np.arange(truth.size) - starts[run]) // length)
    return np.unique(np.stack([run, part]), axis=1, return_inverse=True)[1].ravel()
