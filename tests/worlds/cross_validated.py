"""Cross-validated learners: both measures are AUROC, on one half of each fold and on the other.

Training sets of folds overlap as they do, and the truth is the same by both measures.
"""

import numpy as np
from scipy.stats import rankdata

FEATURES, SIGNAL = 12, 0.5


def scores_of_learners(rng: np.random.Generator, n: int, folds: int, models: int) -> np.ndarray:
    """Return the scores (folds, measures, models) of ridge regressions of some of the features."""
    signal = SIGNAL * rng.normal(size=FEATURES) / np.sqrt(FEATURES)
    y_true = np.arange(n) % 2 == 1
    features = rng.normal(size=(n, FEATURES)) + signal * y_true[:, None]
    numbers = np.arange(n) // 2 % folds
    chosen = [rng.permutation(FEATURES)[: rng.integers(3, FEATURES + 1)] for _ in range(models)]
    penalties = 10 * np.exp(2 * rng.normal(size=models))
    scores = np.empty((folds, 2, models))
    for fold in range(folds):
        train = numbers != fold
        for model, (columns, penalty) in enumerate(zip(chosen, penalties, strict=True)):
            given = features[:, columns] - features[train][:, columns].mean(axis=0)
            square = given[train].T @ given[train] + penalty * np.eye(len(columns))
            predicted = given @ np.linalg.solve(square, given[train].T @ (y_true[train] - 0.5))
            tested = np.flatnonzero(~train).reshape(-1, 2)
            for half in range(2):
                rows = tested[half::2].ravel()
                scores[fold, half, model] = auroc(predicted[rows], y_true[rows])
    return scores


def auroc(values: np.ndarray, y_true: np.ndarray) -> np.ndarray:
    """Return the areas of scores (..., instances)."""
    ranks = rankdata(values, axis=-1)[..., y_true].sum(axis=-1)
    n_pos = y_true.sum()
    return (ranks - n_pos * (n_pos + 1) / 2) / (n_pos * (len(y_true) - n_pos))
