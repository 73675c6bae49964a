"""Simulated tasks in which all measures rank the models alike."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Self, cast

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.task_scores import BoolArray, Floats, IntArray, TaskScores, evaluate_models
from prgbench.metrics import Measure, engine, evaluate, get_measure
from prgbench.metrics.engine.batch import RankedBatch, SharedFunction
from prgbench.stats.normal_copula import NormalCopula

UNTIED, TIED = VERSIONS = ("untied", "tied")
FURTHEST = 10.0
NOISE_REPLICATES = 8
_ROUNDS = 2
_UNIT = 64.0
_VALUES_AT_ONCE = 1 << 21
_GRID = 513
_STEPS = 30
_EQUAL = 1e-4
_PRIOR_POINTS = 80
_PRIOR_STEPS = 50

Noise = NDArray[np.float32]


def replicated_scores(
    task: TaskScores, measures: Sequence[Measure], replicates: int, rng: np.random.Generator
) -> dict[str, Floats] | None:
    """Evaluate the models of a task on replicates in which all have the same shape.

    Returns shape (replicates, models, measures), "untied" and "tied", where a model has its own
    scores in the order of the same drawn ones; None where `ShiftedNormals.of` gives None. No
    measure may need probabilities.
    """
    first, ranking_of_model = ranked_alike(task.y_scores)
    fitted = ShiftedNormals.of(task, first)
    if fitted is None:
        return None
    shifts = fitted.true_shifts(rng)
    latent = fitted.shifts_with_ties(shifts)
    has_ties = np.flatnonzero(fitted.tied)
    untied, tied = [], []
    for noise in fitted.draws(rng, replicates):
        untied.append(fitted.evaluate(noise, shifts, measures, ties=False))
        tied.append(untied[-1].copy())
        tied[-1][:, has_ties] = fitted.evaluate(
            noise, latent, measures, ties=True, models=has_ties
        )
    return {
        UNTIED: np.concatenate(untied)[:, ranking_of_model],
        TIED: np.concatenate(tied)[:, ranking_of_model],
    }


def ranked_alike(y_scores: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the first model of each ranking of the rows, and the ranking of each model."""
    rankings = (np.unique(scores, return_inverse=True)[1] for scores in y_scores)
    keys = [sha256(ranking.astype(np.int32).tobytes()).hexdigest() for ranking in rankings]
    ranking_of_model, _ = pd.factorize(np.array(keys, dtype=object))
    return np.unique(ranking_of_model, return_index=True)[1], ranking_of_model


@dataclass(frozen=True, slots=True, eq=False)
class ShiftedNormals:
    """The models of a task without those that rank as an earlier one does.

    ``y_true`` has the positives first, ``ordered`` (models, rows) the scores of each model from
    the lowest. ``blocks`` (models, rows) is twice the number of the block of ties of each score,
    from the highest. The rows of an instance (``repeats`` many) are drawn together, and equal
    instances are drawn once: ``distinct`` numbers the positive and the negative ones.
    """

    y_true: BoolArray
    ordered: Floats
    aurocs: Floats
    blocks: NDArray[np.uint32]
    repeats: int
    distinct: tuple[IntArray, IntArray]
    positives: NormalCopula
    negatives: NormalCopula

    @classmethod
    def of(cls, task: TaskScores, models: NDArray[np.intp]) -> Self | None:
        """Fit some models of a task.

        None if the task has one class only, or an instance is not once in every repeat.
        """
        rows = _rows_by_repeat(task)
        if rows is None or task.y_true.all() or not task.y_true.any():
            return None
        positive = task.y_true[rows[0]]
        scores = task.y_scores[models]
        classes = positive, ~positive
        copulas = [NormalCopula.fitted(scores[:, rows[:, own]]) for own in classes]
        first, second = (
            np.unique(task.dependent.distinct[own], return_inverse=True)[1] for own in classes
        )
        aurocs = evaluate_models(task.y_true, scores, ["auroc"])[:, 0]
        scores.sort(axis=1)
        y_true, blocks = ~np.sort(~task.y_true), _blocks(scores)
        return cls(y_true, scores, aurocs, blocks, len(rows), (first, second), *copulas)

    @property
    def n_pos(self) -> int:
        """Return the number of positive rows."""
        return int(np.count_nonzero(self.y_true))

    @property
    def pairs(self) -> int:
        """Return the number of pairs of a positive and a negative row."""
        return self.n_pos * (len(self.y_true) - self.n_pos)

    @property
    def tied(self) -> BoolArray:
        """Return which models have ties."""
        return np.asarray((self.ordered[:, 1:] == self.ordered[:, :-1]).any(axis=1))

    def draw(self, rng: np.random.Generator, size: int) -> Noise:
        """Draw the scores of replicates without their shifts: shape (size, models, rows)."""
        noise = np.empty((size, len(self.aurocs), len(self.y_true)), dtype=np.float32)
        for copula, distinct, rows in (
            (self.positives, self.distinct[0], slice(0, self.n_pos)),
            (self.negatives, self.distinct[1], slice(self.n_pos, None)),
        ):
            class_noise = noise[:, :, rows]
            drawn = copula.draw(rng, size, self.repeats, int(distinct.max()) + 1)
            if drawn.shape[-1] < len(distinct):
                drawn = drawn[..., distinct]
            class_noise[:] = drawn.reshape(class_noise.shape)
        return noise

    def draws(self, rng: np.random.Generator, size: int) -> Iterator[Noise]:
        """Yield replicates in batches, small ones for a large task."""
        at_once = max(1, _VALUES_AT_ONCE // self.ordered.size)
        for start in range(0, size, at_once):
            yield self.draw(rng, min(at_once, size - start))

    def shifts_with_ties(self, shifts: Floats) -> Floats:
        """Return the shifts that give the models the same AUROCs after their scores are tied."""
        result = shifts.copy()
        goals = auroc_of_shift(shifts[self.tied])
        result[self.tied] = shifts_under_ties(goals, self._below(), self.y_true.mean())
        return result

    def shifts_seen(self, shifts: Floats) -> Floats:
        """Return the shifts of the AUROCs that shifted normals have after they are tied."""
        seen = auroc_of_shift(shifts)
        seen[self.tied] = tied_aurocs(shifts[self.tied], self._below(), self.y_true.mean())
        return shift_of_auroc(seen, self.pairs)

    def _below(self) -> list[Floats]:
        """Return the shares of the rows below each block of ties but the lowest, if tied."""
        differ = self.ordered[self.tied, 1:] != self.ordered[self.tied, :-1]
        return [(np.flatnonzero(starts) + 1) / len(self.y_true) for starts in differ]

    def evaluate(
        self,
        noise: Noise,
        shifts: Floats,
        measures: Sequence[str | Measure],
        *,
        ties: bool,
        models: NDArray[np.intp] | None = None,
    ) -> Floats:
        """Evaluate all or some models on replicates: shape (size, models, measures).

        ``noise`` is what `draw` returns, and ``shifts`` are added to the scores of positives. With
        ``ties`` the rows get the model's own scores, in the order of the drawn ones, else scores
        in (0, 1) without ties.
        """
        chosen = np.arange(len(shifts)) if models is None else models
        size = len(noise)
        values = np.empty((size * len(chosen), len(measures)))
        replicate, model = np.repeat(np.arange(size), len(chosen)), np.tile(chosen, size)
        at_once = max(1, _VALUES_AT_ONCE // len(self.y_true))
        known_measures = [m if isinstance(m, Measure) else get_measure(m) for m in measures]
        by_ranking = all(isinstance(measure.batch, SharedFunction) for measure in known_measures)
        evaluate_some = self._evaluate_rankings if by_ranking else self._evaluate_scores
        for start in range(0, len(values), at_once):
            some = slice(start, start + at_once)
            scores = noise[replicate[some], model[some]]
            scores[:, : self.n_pos] += shifts.astype(np.float32)[model[some], None]
            values[some] = evaluate_some(scores, model[some], known_measures, ties)
        return values.reshape(size, len(chosen), len(measures))

    def _evaluate_rankings(
        self, scores: Noise, models: NDArray[np.intp], measures: Sequence[Measure], ties: bool
    ) -> Floats:
        """Evaluate measures that use the rankings alone."""
        keys = engine.ranked_singles(self.y_true, scores)
        if ties:
            keys &= 1
            keys |= self.blocks[models]
            keys.sort(axis=1)
        batch = RankedBatch(keys)
        of_measures = (cast("SharedFunction", measure.batch).of(batch) for measure in measures)
        return np.column_stack(list(of_measures))

    def _evaluate_scores(
        self, scores: Noise, models: NDArray[np.intp], measures: Sequence[Measure], ties: bool
    ) -> Floats:
        """Evaluate measures that may use the scores."""
        if not ties:
            return evaluate(self.y_true, scores.astype(np.float64) / _UNIT + 0.5, measures)
        tied_scores = np.empty(scores.shape)
        np.put_along_axis(tied_scores, np.argsort(scores, axis=1), self.ordered[models], axis=1)
        return evaluate(self.y_true, tied_scores, measures)

    def true_shifts(self, rng: np.random.Generator) -> Floats:
        """Estimate the shifts of the models from those found and from the noise of replicates."""
        found = shift_of_auroc(self.aurocs, self.pairs)
        shifts = found
        for _ in range(_ROUNDS):
            latent = self.shifts_with_ties(shifts)
            drawn = [self._aurocs(noise, latent) for noise in self.draws(rng, NOISE_REPLICATES)]
            replicated = shift_of_auroc(np.concatenate(drawn), self.pairs)
            shifts = true_shifts(found, replicated - self.shifts_seen(latent))
        return shifts

    def _aurocs(self, noise: Noise, shifts: Floats) -> Floats:
        """Return the AUROCs of replicates, with ties where the model has some."""
        values = np.empty((len(noise), len(shifts)))
        for ties, models in ((False, ~self.tied), (True, self.tied)):
            at = np.flatnonzero(models)
            aurocs = self.evaluate(noise, shifts, ["auroc"], ties=ties, models=at)
            values[:, at] = aurocs[:, :, 0]
        return values


def _blocks(ordered: Floats) -> NDArray[np.uint32]:
    """Return twice the number of the block of ties of each score, from the highest down."""
    blocks = np.zeros(ordered.shape, dtype=np.uint32)
    best_first = ordered[:, ::-1]
    np.cumsum(best_first[:, 1:] != best_first[:, :-1], axis=1, out=blocks[:, 1:])
    blocks <<= 1
    return blocks


def _rows_by_repeat(task: TaskScores) -> NDArray[np.intp] | None:
    """Return the row of each instance in each repeat, or None if some are missing."""
    n = task.n_instances
    order = np.lexsort((task.instances, task.repeats))
    if len(order) % n or (task.instances[order].reshape(-1, n) != np.arange(n)).any():
        return None
    rows = order.reshape(-1, n)
    same_repeat = task.repeats[rows] == task.repeats[rows[:, :1]]
    same_truth = task.y_true[rows] == task.y_true[rows[0]]
    return rows if same_repeat.all() and same_truth.all() else None


def auroc_of_shift(shift: Floats) -> Floats:
    """Return the AUROC of a shifted normal: the normal distribution at shift / sqrt(2)."""
    from scipy.special import ndtr

    return np.asarray(ndtr(shift / np.sqrt(2)))


def shift_of_auroc(auroc: Floats, pairs: int) -> Floats:
    """Return the shift of an AUROC found on some pairs; one of 0 or 1 is moved by half a pair."""
    from scipy.special import ndtri

    half = 0.5 / pairs
    return np.asarray(np.sqrt(2) * ndtri(np.clip(auroc, half, 1 - half)))


def tied_aurocs(shifts: Floats, below: Sequence[Floats], prevalence: float) -> Floats:
    """Return the AUROCs of shifted normals whose scores are put into blocks of ties.

    ``below`` has for each the share of the instances below each block but the lowest, increasing.
    """
    from scipy.special import ndtr

    moved = shifts[:, None]
    grids = np.linspace(-9.0 + np.minimum(shifts, 0), 9.0 + np.maximum(shifts, 0), _GRID, axis=1)
    mixtures = (1 - prevalence) * ndtr(grids) + prevalence * ndtr(grids - moved)
    cuts_of_models = map(np.interp, below, mixtures, grids)
    cuts = [np.concatenate([[-np.inf], values, [np.inf]]) for values in cuts_of_models]
    sizes = [len(values) for values in cuts]
    flat = np.concatenate([np.empty(0), *cuts])
    ends = np.cumsum(sizes)[:-1]
    of_classes = (ndtr(flat), ndtr(flat - np.repeat(shifts, sizes)))
    parts = zip(*(np.split(values, ends) for values in of_classes), strict=True)
    areas = [np.diff(pos) @ (neg[1:] + neg[:-1]) / 2 for neg, pos in parts]
    return np.array(areas[: len(shifts)])


def shifts_under_ties(aurocs: Floats, below: Sequence[Floats], prevalence: float) -> Floats:
    """Return the shifts with which blocks of ties have AUROCs, by secants on the probit scale.

    They are at most `FURTHEST` from 0, even if the blocks are too coarse for the AUROC.
    """
    from scipy.special import ndtri

    goals = np.sqrt(2) * ndtri(aurocs)
    has_blocks = np.array([len(shares) > 0 for shares in below], dtype=bool)
    shifts, slopes = np.where(has_blocks, goals, 0.0), np.ones(len(goals))
    before, values_before = np.empty((2, len(goals)))
    left = np.flatnonzero(has_blocks)
    for count in range(_STEPS if len(left) else 0):
        reached = tied_aurocs(shifts[left], [below[model] for model in left.tolist()], prevalence)
        values = np.sqrt(2) * ndtri(np.clip(reached, 1e-12, 1 - 1e-12))
        if count:
            secants = (values - values_before[left]) / (shifts[left] - before[left])
            # Bounded, as a flat or falling secant would throw the next step far away.
            slopes[left] = np.clip(secants, 0.05, 1.0)
        before[left], values_before[left] = shifts[left], values
        steps = (goals[left] - values) / slopes[left]
        shifts[left] = np.clip(shifts[left] + steps, -FURTHEST, FURTHEST)
        left = left[(np.abs(steps) >= _EQUAL) & (shifts[left] != before[left])]
        if not len(left):
            break
    return shifts


def true_shifts(found: Floats, noise: Floats) -> Floats:
    """Estimate the shifts behind those found, which noise (replicates, models) has spread.

    Each shift moves to its posterior mean under the prior of highest likelihood (Kiefer &
    Wolfowitz 1956; Jiang & Zhang 2009), so that a few poor models do not hide that the others are
    alike. The posterior means are then spread about their mean until their variance and that of
    the noise add up to the variance found (Louis 1984); where the noise alone varies more, all
    become their mean.
    """
    if np.ptp(found) == 0:
        return found
    between = noise - noise.mean(axis=1, keepdims=True)
    # Centring over the models takes one degree of freedom.
    free = len(found) / (len(found) - 1)
    means = _posterior_means(found, np.sqrt(free * (between**2).mean(axis=0)))
    centre = means.mean()
    # Louis 1984: posterior means vary less than the true shifts, so they are spread again.
    wanted = max(0.0, float(found.var() - between.var(axis=1).mean()))
    spread = float(means.var())
    return np.asarray(centre + np.sqrt(wanted / spread) * (means - centre) if spread else means)


def _posterior_means(found: Floats, errors: Floats) -> Floats:
    """Posterior means under the prior on a grid of points that makes what was found likeliest."""
    points = np.linspace(found.min(), found.max(), _PRIOR_POINTS)
    # No narrower than the grid, or a model could lie between its points.
    width = np.maximum(errors, np.ptp(points) / _PRIOR_POINTS)[:, None]
    log_likelihood = -0.5 * ((found[:, None] - points) / width) ** 2
    likelihood = np.exp(log_likelihood - log_likelihood.max(axis=1, keepdims=True))
    prior = np.full(len(points), 1 / len(points))
    for _ in range(_PRIOR_STEPS):
        posterior = likelihood * prior
        posterior /= posterior.sum(axis=1, keepdims=True)
        prior = posterior.mean(axis=0)
    return np.asarray(posterior @ points)
