"""Who wins where among many models: each keeps the thresholds that are its best in the sample.

To resample the curves of dozens of models takes long. With its thresholds held, the loss of a
model is a mean over the instances: these are weighed at random, and one matrix product serves all
models, costs and draws. What comes in are the scores of many models; what goes out is a
`WinningRanges`, as of few.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from prgbench.metrics.cost_curves import CostCurve
from prgbench.metrics.engine.inputs import FloatArray
from prgbench.metrics.engine.sample import Sample, rank_alike
from prgbench.metrics.envelope_bands import FLOOR, STRICTER, Leads, exact_reach, refuse_few
from prgbench.metrics.operating_conditions import MARGIN, WinningRanges, bounds_of_leads
from prgbench.metrics.resampling import counts_under
from prgbench.metrics.roc_hull import roc_hull_of

MOST_BLOCKS = 300
"""More groups of instances are put together at random: their sums vary as much."""

_WIDER = 0.5
"""Bands of many models are wider by up to this share.

The largest distance of many pairs lies further out than weights with held thresholds show: without
it, one of 30 equal models was said to win somewhere in 20 to 30% of simulated data sets.
"""

Blocks = npt.NDArray[np.intp]


def ranges_of_many(
    sample: Sample,
    names: Sequence[str],
    *,
    grid: FloatArray,
    margin: float = MARGIN,
    confidence_level: float = 0.95,
    n_resamples: int = 500,
    random_state: int | np.random.Generator | None = 0,
) -> WinningRanges:
    """Find for which costs each of many models is certainly better, or the best.

    Parameters
    ----------
    sample : Sample
        The instances and the scores of the models, 30 instances or groups of each class at least.
    names : sequence of str
        The models.
    grid : ndarray of shape (points,)
        Cost weights c of a miss, inside (0, 1).
    margin : float, default=0.01
        A loss that is too small to matter for "at least as good", >= 0.
    confidence_level : float, default=0.95
        Inside (0, 1).
    n_resamples : int, default=500
        How many times the instances are weighed.
    random_state : int, Generator or None, default=0
        The seed of the weights.

    Returns
    -------
    WinningRanges

    Raises
    ------
    ValueError
        If a class has too few instances, or groups.

    See Also
    --------
    prgbench.metrics.winning_ranges : Of few models, whose thresholds are chosen in each resample.

    Examples
    --------
    >>> y_true = np.arange(400) % 2 == 0
    >>> rng = np.random.default_rng(0)
    >>> scores = np.stack([y_true + rng.normal(0, 0.3, 400), rng.random(400)])
    >>> sample = Sample.checked(y_true, {"sharp": scores[0], "blunt": scores[1]})
    >>> found = ranges_of_many(sample, ["sharp", "blunt"], grid=np.array([0.2, 0.5, 0.8]))
    >>> found.verdict("sharp", "blunt").value
    'the first is at least as good everywhere'
    """
    refuse_few(sample)
    rng = np.random.default_rng(random_state)
    blocks = _blocks(sample, rng)
    n_blocks = int(blocks.max()) + 1
    of_models = [_of_model(sample, place, grid, blocks) for place in range(len(sample.scores))]
    losses = np.array([loss for loss, _ in of_models])
    influence = np.stack([of_blocks for _, of_blocks in of_models], axis=1)
    # Whole numbers with the mean 1, as in a bootstrap, keep the skewness of rare errors.
    weights = rng.poisson(1.0, (n_resamples, n_blocks)).astype(np.float32) - 1
    flat = influence.reshape(n_blocks, -1).astype(np.float32)
    drawn = (weights @ flat).reshape(n_resamples, *losses.shape)
    found = _leads(sample, grid, losses, influence, drawn, confidence_level)
    return WinningRanges(
        tuple(names),
        grid,
        losses,
        *bounds_of_leads(found, confidence_level),
        "cost",
        sample.prevalence,
        margin,
        confidence_level,
        n_resamples,
    )


def _blocks(sample: Sample, rng: np.random.Generator) -> Blocks:
    """Return the block of each instance: its group, or one of as many blocks of groups."""
    n = sample.n_groups
    if n <= MOST_BLOCKS:
        return sample.groups
    return np.asarray(rng.permutation(n)[sample.groups] % MOST_BLOCKS)


def _of_model(
    sample: Sample, place: int, x: FloatArray, blocks: Blocks
) -> tuple[FloatArray, FloatArray]:
    """Return the losses of a model (points,), and what each block adds to their errors.

    The latter has shape (blocks, points): by how much the loss changes if the block counts once
    more, with the thresholds held.
    """
    counts = next(counts_under(sample, place, sample.weights[np.newaxis]))
    curve = CostCurve(roc_hull_of(counts))
    vertex = curve.best_vertices(x)
    # From the lowest threshold on. Infinite scores lie above all thresholds but the one of none.
    order = np.argsort(curve.hull.thresholds[vertex], kind="stable")
    cuts = curve.hull.thresholds[vertex][order]
    scores = np.minimum(sample.scores[place], np.finfo(np.float64).max)
    reached = np.searchsorted(cuts, scores, side="right")
    sides = []
    for of_class in (sample.positive, ~sample.positive):
        cells = np.bincount(
            blocks[of_class] * (x.size + 1) + reached[of_class],
            sample.weights[of_class],
            minlength=(int(blocks.max()) + 1) * (x.size + 1),
        ).reshape(-1, x.size + 1)
        above = cells[:, ::-1].cumsum(axis=1)[:, ::-1]
        flagged = np.empty((len(cells), x.size))
        flagged[:, order] = above[:, 1:]
        sides.append((flagged, above[:, :1]))
    (tp, n_pos), (fp, n_neg) = sides
    fnr = 1 - curve.hull.tpr[vertex]
    fpr = curve.hull.fpr[vertex]
    influence = x * ((n_pos - tp) - fnr * n_pos) / n_pos.sum()
    influence += (1 - x) * (fp - fpr * n_neg) / n_neg.sum()
    return x * fnr + (1 - x) * fpr, influence


def _leads(
    sample: Sample,
    x: FloatArray,
    losses: FloatArray,
    influence: FloatArray,
    drawn: npt.NDArray[np.float32],
    level: float,
) -> Leads:
    """Compute the lead of the first of each two models, with a band that holds for all at once."""
    leads = []
    errors = []
    alike = []
    furthest = np.zeros(len(drawn))
    for first, others in _pairs(len(losses)):
        leads.append(losses[others] - losses[first])
        gaps = influence[:, others] - influence[:, [first]]
        error = np.sqrt((gaps**2).sum(axis=0))
        errors.append(error)
        unit = error + FLOOR * error.max(axis=1, keepdims=True)
        # Alike models have no unit, and no distance either.
        scale = np.divide(1.0, unit, out=np.zeros_like(unit), where=unit > 0).astype(np.float32)
        # In place, as of hundreds of models an array has tens of megabytes.
        distances = drawn[:, others] - drawn[:, [first]]
        distances *= scale
        np.abs(distances, out=distances)
        furthest = np.maximum(furthest, distances.max(axis=(1, 2)))
        # Models that rank all instances alike have no error, but others may have none by luck.
        alike += [
            not varies and rank_alike(*sample.scores[[first, first + 1 + place]])
            for place, varies in enumerate(error.any(axis=1))
        ]
    error = np.concatenate(errors)
    unit = error + FLOOR * error.max(axis=1, keepdims=True)
    critical = np.quantile(furthest, 1 - (1 - level) / STRICTER)
    critical *= 1 + _WIDER * (1 - 2 / len(losses))
    reach = np.maximum(critical * unit, exact_reach(sample, "cost", x, level))
    reach[np.array(alike)] = 0.0
    return Leads(np.concatenate(leads), reach, error)


def _pairs(n: int) -> Iterator[tuple[int, slice]]:
    """Yield each model with those after it, in the order of `numpy.triu_indices`."""
    for first in range(n - 1):
        yield first, slice(first + 1, n)
