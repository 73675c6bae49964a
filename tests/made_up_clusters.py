"""Tasks made up on data sets of their own, for tests of intervals."""

import numpy as np

CLUSTERS = np.array([3, 3, 3, 7, 7, 9, 11, 11, 12, 12, 12, 12])
VALUES = np.array([1, 0, 1, 1, np.nan, 0.5, 2, 3, 0, 0, 1, 4.0])


def clustered_shares(rng, p, n_datasets):
    """Return tasks on data sets of 1 to 20 tasks with an intraclass correlation of 0.3."""
    sizes = rng.choice(np.arange(1, 21), p=SKEWED, size=n_datasets)
    shares = rng.beta(p * 7 / 3, (1 - p) * 7 / 3, n_datasets)
    datasets = np.repeat(np.arange(n_datasets), sizes)
    return datasets, rng.random(len(datasets)) < shares[datasets]


SKEWED = 1 / np.arange(1, 21) ** 1.5
SKEWED /= SKEWED.sum()
