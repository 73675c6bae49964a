"""A population: the distributions of scores in both classes and the prevalence."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from prgbench.metrics.theory import gain, ungain
from prgtheory.populations._validation import Floats, check_prevalence, check_unit
from prgtheory.populations.distributions import ScoreDistribution, atom, density, has_density
from prgtheory.populations.tails import density_ratio_at_top

_METHODS = ("cdf", "sf", "isf", "support", "rvs")


@dataclass(frozen=True)
class Population:
    """Score distributions of both classes with the prevalence, and their exact curves.

    The equations and properties that the methods name are those of [1]_; the gains are those of
    [2]_.

    Parameters
    ----------
    positive, negative : ScoreDistribution
        Distributions of the scores, higher meaning more positive: frozen ``scipy.stats``
        distributions or those of `prgtheory.populations`.
    prevalence : float in (0, 1)
        Share of positives.

    Raises
    ------
    ValueError
        If the prevalence is not strictly between 0 and 1.
    TypeError
        If a distribution lacks one of cdf, sf, isf, support and rvs.

    See Also
    --------
    hughes_oliver_case : Populations by name.
    areas : The areas under the curves.
    draw_sample : A sample.
    pr_hat : The estimate of the PR curve from a sample.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Section 2.
    .. [2] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. Advances
           in Neural Information Processing Systems 28, 838-846. Definition 1.

    Examples
    --------
    >>> from scipy import stats
    >>> population = Population(stats.norm(1.4, 1), stats.norm(0, 1), prevalence=0.5)
    >>> round(float(population.precision(0.5)), 6)
    0.860946
    """

    positive: ScoreDistribution
    negative: ScoreDistribution
    prevalence: float

    def __post_init__(self) -> None:
        """Refuse a prevalence outside (0, 1) and objects that are no distributions."""
        check_prevalence(self.prevalence)
        for name in ("positive", "negative"):
            missing = [m for m in _METHODS if not hasattr(getattr(self, name), m)]
            if missing:
                raise TypeError(
                    f"the {name} distribution lacks {', '.join(missing)}; give a frozen "
                    "scipy.stats distribution such as scipy.stats.norm(0, 1)"
                )

    @property
    def skew(self) -> float:
        """Negatives for each positive, (1 - pi) / pi."""
        return (1.0 - self.prevalence) / self.prevalence

    @property
    def is_continuous(self) -> bool:
        """Whether both classes have densities."""
        return has_density(self.positive) and has_density(self.negative)

    def with_prevalence(self, prevalence: float) -> "Population":
        """Return the same score distributions at another prevalence."""
        return replace(self, prevalence=prevalence)

    def threshold(self, recall: npt.ArrayLike) -> Floats:
        """Return the threshold t with recall ``Pr(S > t | +)``: the generalised inverse of F+.

        At recall 1 it is the smallest possible positive score, the limit from below.
        """
        x = check_unit(recall, "recall")
        # SciPy's discrete distributions put isf(1) one below the smallest score.
        return np.maximum(self.positive.isf(x), self.positive.support()[0])

    def false_positive_rate(self, recall: npt.ArrayLike) -> Floats:
        """Return alpha(x) = 1 - F-(F+^-1(1 - x)), the false positive rate at recall x."""
        return np.asarray(self.negative.sf(self.threshold(recall)), dtype=np.float64)

    def true_positive_rate(self, false_positive_rate: npt.ArrayLike) -> Floats:
        """Return the ROC curve (equation 3), with its one-sided limits at 0 and 1 (P1)."""
        x = check_unit(false_positive_rate, "false_positive_rate")
        low, high = self.negative.support()
        score = np.maximum(self.negative.isf(x), low)
        inner = np.asarray(self.positive.sf(score), dtype=np.float64)
        if atom(self.negative, high) > 0.0:
            return inner
        # Thresholds rise to M- without reaching it, and a positive score of M- stays above them.
        return np.where(x == 0.0, self.positive.sf(high) + atom(self.positive, high), inner)

    def precision(self, recall: npt.ArrayLike) -> Floats:
        """Return the PR curve (equation 5), with its one-sided limits at 0 and 1 (P2)."""
        x = check_unit(recall, "recall")
        alpha = self.false_positive_rate(x)
        true = self.prevalence * x
        with np.errstate(invalid="ignore"):
            inner = true / (true + (1.0 - self.prevalence) * alpha)
        if not (x == 0).any():
            return inner
        # At recall 0 equation 5 is 0/0: the limit of property P2 in its place.
        return np.where(x == 0, self._precision_at_zero(), inner)

    def _precision_at_zero(self) -> float:
        return 1.0 / (1.0 + self.skew * self.top_density_ratio())

    def top_density_ratio(self) -> float:
        """Return k = lim f-(t)/f+(t) as t rises to the largest positive score (P2 b, c).

        Raises ValueError where the limit cannot be told, as `pr_limits` says.
        """
        return density_ratio_at_top(self.positive, self.negative)

    def slope(self, recall: npt.ArrayLike) -> Floats:
        """Return f-(t)/f+(t) at the threshold of a recall (equation 6).

        It is the slope of recall -> false positive rate. Raises ValueError for scores
        without densities.
        """
        score = self.threshold(recall)
        above = density(self.negative, score, "negative")
        below = density(self.positive, score, "positive")
        with np.errstate(divide="ignore", invalid="ignore"):
            # No negatives there: slope 0, also where the positives have no density.
            return np.where(above == 0.0, 0.0, above / below)

    def recall_gain(self, recall: npt.ArrayLike) -> Floats:
        """Return recG = 1 - pi/(1 - pi) * (1 - x)/x (definition 1)."""
        return gain(check_unit(recall, "recall", zero=False), self.prevalence)

    def recall_at_gain(self, recall_gain: npt.ArrayLike) -> Floats:
        """Return the recall whose recall gain is given; gains in [0, 1] give [pi, 1]."""
        value = np.asarray(recall_gain, dtype=np.float64)
        if not (value <= 1.0).all():
            raise ValueError(f"recall_gain must be at most 1, got {value.max()}")
        return np.minimum(ungain(value, self.prevalence), 1.0)

    def precision_gain(self, recall_gain: npt.ArrayLike) -> Floats:
        """Return the PRG curve: precG = 1 - alpha(x)/x at the recall of a recall gain.

        As a function of recall the precision gain does not depend on the prevalence.
        """
        # precG = 1 - (P FP)/(N TP), where FP / N is alpha and TP / P the recall.
        recall = self.recall_at_gain(recall_gain)
        return np.asarray(1.0 - self.false_positive_rate(recall) / recall)

    def roc_point(self, threshold: npt.ArrayLike) -> tuple[Floats, Floats]:
        """Return false and true positive rate of the rule "score > threshold" (equation 1)."""
        return np.asarray(self.negative.sf(threshold)), np.asarray(self.positive.sf(threshold))

    def pr_point(self, threshold: npt.ArrayLike) -> tuple[Floats, Floats]:
        """Return recall and precision of the rule "score > threshold" (equation 4).

        The precision is NaN where no score exceeds the threshold.
        """
        fpr, tpr = self.roc_point(threshold)
        with np.errstate(invalid="ignore"):
            return tpr, tpr / (tpr + self.skew * fpr)
