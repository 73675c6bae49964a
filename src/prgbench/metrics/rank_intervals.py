"""Simultaneous confidence sets for the ranks of models on the same instances."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.confidence import interval_of, warn_of_few
from prgbench.metrics.delong import placements
from prgbench.metrics.engine.inputs import FloatArray, check_level
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.evaluation import Models, named_models
from prgbench.metrics.interval_bounds import is_share, logit_inside
from prgbench.metrics.registry import Measure, get_measure
from prgbench.metrics.resampling import Draws, bootstrap_replicates, estimates, refuse_undefined
from prgbench.run.errors import extra
from prgbench.run.rounding import three_decimals
from prgbench.stats.student import normal_quantile
from prgbench.typing import BoolArray

_ROUNDING = 1e-12
_FAR = 100.0


@dataclass(frozen=True, slots=True, eq=False)
class ModelRanks:
    """Models with simultaneous confidence sets for their ranks.

    Attributes
    ----------
    names : tuple of str
        The models, as they were given; numbers from 0 for an array.
    estimates : ndarray of shape (models,)
        The measure of each.
    first, last : ndarray of shape (models,)
        Confidence limits of the rank of each model; 1 is the best.
    better : ndarray of bool, shape (models, models)
        Whether the model of the row is significantly better than that of the column.
    measure : str
        The name of the measure.
    confidence_level : float
        The simultaneous confidence level.

    See Also
    --------
    model_ranks : Compute them.
    """

    names: tuple[str, ...]
    estimates: FloatArray
    first: npt.NDArray[np.int64]
    last: npt.NDArray[np.int64]
    better: BoolArray
    measure: str
    confidence_level: float

    def __str__(self) -> str:
        width = max(map(len, self.names))
        order = np.lexsort((self.last, self.first))
        rows = [
            f"{self.names[i]:{width}}  {three_decimals(self.estimates[i])}  rank {self.first[i]}"
            + (f" to {self.last[i]}" if self.last[i] > self.first[i] else "")
            for i in order
        ]
        return "\n".join([f"{self.measure} ({100 * self.confidence_level:g}%)", *rows])


def model_ranks(
    y_true: npt.ArrayLike,
    y_scores: npt.ArrayLike | Models,
    measure: str | Measure = "auroc",
    *,
    confidence_level: float = 0.95,
    groups: npt.ArrayLike | None = None,
    stratified: bool = False,
    n_resamples: int = 2000,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: Any = None,
    random_state: int | np.random.Generator | None = 0,
) -> ModelRanks:
    """Test which of several models differ in a measure, on the same instances.

    The familywise error rate is at most 1 - `confidence_level`: all pairs are compared
    simultaneously [1]_, and the limits of the ranks follow from the significant differences [2]_.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; both classes.
    y_scores : mapping, DataFrame or array-like of shape (models, n)
        Scores of two models or more, higher for more positive: by name, a column each, or a row
        each. More than 40 models need SciPy and pandas.
    measure : str or Measure, default="auroc"
        A measure, or its name as `get_measure` knows it. The covariance of the models is DeLong's
        for AUROC, else that of bootstrap resamples, on the logit scale for measures from 0 to 1.
    confidence_level : float, default=0.95
        Inside (0, 1).
    groups, stratified, n_resamples, sample_weight, pos_label, random_state
        As for `confidence_interval`.

    Returns
    -------
    ModelRanks

    Raises
    ------
    ValueError, TypeError
        For bad input, fewer than two models, or one class only.

    See Also
    --------
    paired_test : The difference of two models.

    References
    ----------
    .. [1] J. P. Romano, M. Wolf (2005). Exact and approximate stepdown methods for multiple
           hypothesis testing. Journal of the American Statistical Association 100(469), 94-108.
    .. [2] M. Mogstad, J. P. Romano, A. M. Shaikh, D. Wilhelm (2024). Inference for ranks with
           applications to mobility across neighbourhoods and academic achievement across
           countries. Review of Economic Studies 91(1), 476-518.

    Examples
    --------
    >>> import numpy as np
    >>> y_true = np.arange(60) % 2
    >>> noise = np.random.default_rng(0).normal(size=(3, 60))
    >>> scores = {"good": 4 * y_true, "fair": 3 * y_true, "useless": 0 * y_true}
    >>> models = {name: signal + row for (name, signal), row in zip(scores.items(), noise)}
    >>> print(model_ranks(y_true, models))
    auroc (95%)
    good     1.000  rank 1 to 2
    fair     0.986  rank 1 to 2
    useless  0.528  rank 3
    """
    from prgbench.stats.simultaneous import Estimates, rank_bounds, told_apart

    chosen = get_measure(measure)
    check_level(confidence_level)
    draws = Draws(n_resamples, stratified, random_state)
    models = named_models(y_scores)
    sample = Sample.checked(
        y_true,
        {f"y_scores[{name!r}]": row for name, row in models.items()},
        sample_weight=sample_weight,
        groups=groups,
        pos_label=pos_label,
    )
    warn_of_few(sample, chosen)
    is_auroc = chosen == get_measure("auroc")

    def scaled(values: FloatArray) -> FloatArray:
        # Near 1 a difference is less certain than its spread says; logits are about normal.
        on_logits = is_share(chosen) and not is_auroc
        return logit_inside(values, sample.class_sizes) if on_logits else values

    # DeLong's covariance needs no resamples; other measures have nothing else.
    if is_auroc:
        placed = placements(sample)
        values = placed.areas
        covariance = placed.covariance
    else:
        values = estimates(chosen, sample)
        replicates = bootstrap_replicates(chosen, sample, draws)
        # Only resamples in which every model is defined have a covariance.
        kept = np.isfinite(replicates).all(axis=1)
        refuse_undefined(np.where(kept, 0.0, np.nan), chosen.name)
        covariance = np.cov(scaled(replicates[kept]), rowvar=False)
    compared = scaled(values)
    # A model without a spread, as a perfect one, has the error that its interval says.
    for model in np.flatnonzero(np.diag(covariance) < _ROUNDING**2):
        alone = replace(sample, scores=sample.scores[[model]])
        interval = interval_of(chosen, alone, draws)
        bounds = scaled(np.array(interval.bounds(confidence_level)))
        reach = np.abs(bounds - compared[model]).max()
        # Without a range it is infinite: as far as is needed to tell it from no other model.
        error = min(reach, _FAR * np.ptp(compared)) / normal_quantile(confidence_level)
        covariance[model, model] = error**2
    # The smaller class carries the error; losses are compared with the opposite sign.
    degrees = np.full(len(values), max(min(sample.class_sizes) - 1.0, 1.0))
    sign = 1 if chosen.higher_is_better else -1
    with extra("metrics"):
        means = Estimates(sign * compared, covariance, degrees, independent=False)
        better = told_apart(means, confidence_level)
    return ModelRanks(
        tuple(map(str, models)),
        values,
        *rank_bounds(better),
        better,
        chosen.name,
        confidence_level,
    )
