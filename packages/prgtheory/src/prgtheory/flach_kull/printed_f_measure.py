"""What section 2.1 of Flach & Kull (2015) recalls of the F-measure from other papers.

Results (i) to (iv): that it is no average over instances, that estimators of it are biased but
consistent, that thresholds of a model's scores suffice, and where the best threshold of calibrated
scores lies.
"""

import numpy as np
from scipy import stats

from prgbench import metrics
from prgbench.metrics import gains, theorems
from prgtheory.printed_beside_found import Row
from prgtheory.printed_data import FLACH_KULL, Points, labels_and_scores

_WHERE = "section 2.1"
# Calibrated scores of eight instances: the probabilities that they are positive.
_PROBABILITIES = np.array([0.95, 0.8, 0.7, 0.55, 0.4, 0.3, 0.15, 0.05])


def f_measure_rows() -> list[Row]:
    """Return a row for each result on the F-measure that the paper quotes.

    Examples
    --------
    >>> [row.where for row in f_measure_rows()][:3]
    ['section 2.1 (i)', 'section 2.1 (i)', 'section 2.1 (ii)']
    """
    return [*_ratio_of_averages(), _bias(), _best_sets(), *_thresholds()]


def f1_of_counts(tp: float, fp: float, fn: float) -> float:
    """Return F1 from counts, or from their means, by way of the F1 gain.

    Examples
    --------
    >>> round(f1_of_counts(1, 1, 0), 12)
    0.666666666667
    """
    # Of as many negatives as positives, some of which are false positives.
    n_pos = n_neg = tp + fn
    precision_gain = gains.precision_gain(tp, fp, n_pos, n_neg)
    recall_gain = gains.recall_gain(tp, n_pos, n_neg)
    return float(gains.ungain(theorems.fbeta_gain(precision_gain, recall_gain), 0.5))


def expected_f1(n: int, hit: float, error: float) -> float:
    """Return the exact mean of F1 over samples of independent instances, 0 without a hit.

    Parameters
    ----------
    n : int
        Instances of a sample.
    hit, error : float
        Probabilities that an instance is a true positive, and that it is a false positive or a
        false negative; together at most 1.

    Examples
    --------
    Of one instance F1 is 1 where it is a hit:

    >>> round(expected_f1(1, 0.2, 0.3), 12)
    0.2
    """
    mean = 0.0
    for hits in range(1, n + 1):
        errors = np.arange(n - hits + 1)
        # Given the hits, the errors are binomial among the rest.
        weights = stats.binom.pmf(errors, n - hits, error / (1 - hit))
        mean += stats.binom.pmf(hits, n, hit) * float(weights @ (2 * hits / (2 * hits + errors)))
    return float(mean)


def best_set(probabilities: np.ndarray, beta: float) -> tuple[int, ...]:
    """Return which instances to predict positive for the largest F-beta of expected counts.

    By trying all sets but the empty one.

    Examples
    --------
    >>> best_set(np.array([0.2, 0.9]), 1.0)
    (1,)
    """
    n = probabilities.size
    sets = (np.arange(1, 2**n)[:, None] >> np.arange(n)) & 1
    tp, predicted = sets @ probabilities, sets.sum(axis=1)
    values = (1 + beta**2) * tp / (beta**2 * probabilities.sum() + predicted)
    return tuple(np.flatnonzero(sets[values.argmax()]).tolist())


def _ratio_of_averages() -> list[Row]:
    """Take one hit and one false alarm together and apart, and the counts of the tables."""
    # A false alarm by itself has no true positive: its F1 is 0.
    apart = (f1_of_counts(1, 0, 0) + 0.0) / 2
    together = f1_of_counts(1, 1, 0)
    of_means = f1_of_counts(6 / 30, 3 / 30, 4 / 30)
    return [
        FLACH_KULL.claim(
            f"{_WHERE} (i)",
            "F1 of a hit and a false alarm together, and the mean of the hit's, 1, and the false "
            "alarm's, 0",
            "not an average over instances",
            f"{together:.6g}, {apart:g}",
            holds=abs(together - apart) > 0.1,
        ),
        FLACH_KULL.formula(
            f"{_WHERE} (i)",
            "F1 as a ratio of averages over 30 instances, and from counts, TP 6, FP 3, FN 4",
            of_means,
            2 * 6 / (2 * 6 + 3 + 4),
        ),
    ]


def _bias() -> Row:
    whole = f1_of_counts(0.2, 0.1, 0.1)
    bias = [expected_f1(n, 0.2, 0.2) - whole for n in (20, 200, 2000)]
    return FLACH_KULL.claim(
        f"{_WHERE} (ii)",
        "mean F1 of samples of 20, 200 and 2,000 instances minus that of the population, a fifth "
        "of which are hits and a fifth errors",
        "unbiased in the limit",
        ", ".join(f"{value:.5f}" for value in bias),
        holds=bias[0] < -0.01 and abs(bias[2]) < abs(bias[1]) / 5 < abs(bias[0]) / 25,
    )


def _best_sets() -> Row:
    sizes = [best_set(_PROBABILITIES, beta) for beta in (0.5, 1.0, 2.0)]
    return FLACH_KULL.claim(
        f"{_WHERE} (iii)",
        "best of all 255 sets of eight instances for F-beta of expected counts, beta 1/2, 1 and "
        "2: how many, of the highest scores",
        "achieved by thresholding the model's scores",
        ", ".join(str(len(chosen)) for chosen in sizes),
        holds=all(chosen == tuple(range(len(chosen))) for chosen in sizes),
    )


def _thresholds() -> list[Row]:
    """Find the best thresholds of calibrated models, whose scores are the blocks' shares."""
    blocks = labels_and_scores(Points((0, 8, 14, 16), (0, 2, 8, 16)))
    roc = metrics.roc_convex_hull(*blocks)
    prg = metrics.prg_convex_hull(*blocks)
    best = metrics.max_fbeta_score(*blocks)
    sure = labels_and_scores(Points((0, 19, 26, 26), (0, 1, 4, 34)))
    precise = metrics.max_fbeta_score(*sure, beta=0.5) / (1 + 0.5**2)
    return [
        FLACH_KULL.claim(
            f"{_WHERE} (iv)",
            "threshold best for F1, and threshold at half of the best F1, on blocks of 8/10, 6/12 "
            f"and 2/10 positives (best F1 {best:.6g})",
            "the same",
            f"{prg.threshold_for(1.0):g} and {roc.threshold_for(best / 2):g}",
            holds=prg.threshold_for(1.0) == roc.threshold_for(best / 2),
        ),
        FLACH_KULL.counterexample(
            _WHERE,
            "optimal threshold for F-beta, beta 1/2, F/(1 + beta^2), and that for accuracy, 1/2, "
            "on blocks of 19/20, 7/10 and 0/30 positives",
            "thresholds for F-beta are lower than those for accuracy",
            larger=precise,
            smaller=0.5,
            why="the threshold is F/(1 + beta^2), sure to be at most 1/2 only for beta >= 1",
        ),
    ]
