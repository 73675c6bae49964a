"""The three areas of one model: scikit-learn's AUROC, an AUPR, the authors' AUPRG."""

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import confusion_matrix_at_thresholds, roc_auc_score

sys.path.append(str(Path(__file__).parents[2] / "build" / "bench-env"))
np.alen = lambda a: len(a) if hasattr(a, "__len__") else 1  # what NumPy removed
from prg.prg import calc_auprg, create_prg_curve  # noqa: E402 - its folder has to be on the path first

Labels = NDArray[np.int_]
Scores = NDArray[np.float64]


def auroc(y_true: Labels, y_score: Scores) -> float:
    return float(roc_auc_score(y_true, y_score))


def aupr(y_true: Labels, y_score: Scores) -> float:
    """Interpolate precision as Davis & Goadrich (2006) do, which scikit-learn does not."""
    _, fps, _, tps, _ = confusion_matrix_at_thresholds(y_true, y_score)
    tp, fp = np.insert(tps, 0, 0), np.insert(fps, 0, 0)
    rises = np.diff(tp) > 0
    step, start, predicted = np.diff(tp)[rises], tp[:-1][rises], (tp + fp)[:-1][rises]
    slope = 1 + np.diff(fp)[rises] / step
    curved = predicted > 0
    area = step / slope
    area[curved] += ((start - predicted / slope) / slope)[curved] * np.log1p(
        (slope * step)[curved] / predicted[curved]
    )
    return float(area.sum() / tps[-1])


def auprg(y_true: Labels, y_score: Scores) -> float:
    return float(calc_auprg(create_prg_curve(y_true, y_score)))


AREAS = {"aupr": aupr, "auprg": auprg, "auroc": auroc}
