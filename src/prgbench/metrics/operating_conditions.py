"""Who wins where: for which costs of errors which of several models is certainly better.

What comes in are labels and the scores of models on the same instances; what goes out is a
`WinningRanges`: who may be the best at each cost of a miss relative to a false alarm (or at each
beta), what is certain of each pair, and sentences that say it. Two measures that disagree are two
weights on this axis, so it also says why they do.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.cost_curves import cost_ratio_of
from prgbench.metrics.engine.inputs import FloatArray, check_stated, is_number
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.envelope_bands import (
    STRICTER,
    EnvelopeName,
    Leads,
    checked_for_band,
    curves_in_resamples,
    leads_of_pairs,
)
from prgbench.metrics.evaluation import Models, named_models
from prgbench.stats.student import normal_quantile
from prgbench.typing import BoolArray

MARGIN = 0.01
"""A loss, or a gain, that is too small to matter: one hundredth of being always wrong."""

_DIGITS = 2
_MOST_NAMED = 4
_MOST_RANGES = 3
_NARROW = 0.05


Places = int | npt.NDArray[np.intp]


class PairVerdict(StrEnum):
    """What is certain of two models over all costs, or all beta."""

    FIRST = "the first is at least as good everywhere"
    SECOND = "the second is at least as good everywhere"
    CROSSING = "each wins somewhere"
    EQUAL = "equal everywhere"
    OPEN = "not resolved"


@dataclass(frozen=True, slots=True)
class WinningRange:
    """A range of the axis with the same possible winners.

    Attributes
    ----------
    low, high : float
        The first and the last point of the grid in it: cost weights c of a miss, or weights
        d = 1 / (1 + beta^2) of precision gain.
    models : tuple of str
        Who may be the best there; a single one is certainly the best.

    See Also
    --------
    winning_ranges : Compute them.

    Examples
    --------
    >>> WinningRange(0.4, 0.9, ("forest",)).is_certain
    True
    """

    low: float
    high: float
    models: tuple[str, ...]

    @property
    def is_certain(self) -> bool:
        """Whether one model is certainly the best."""
        return len(self.models) == 1


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WinningRanges:
    """Who may be the best of several models on the same instances, at all costs at once.

    Attributes
    ----------
    names : tuple of str
        The models, as they were given; numbers from 0 for an array.
    x : ndarray of shape (points,)
        Cost weights c of a miss, or weights d = 1 / (1 + beta^2) of precision gain.
    heights : ndarray of shape (models, points)
        The cost curve or the F-gain curve of each model.
    low : ndarray of shape (models, models, points)
        Lower bound of the lead of the model of the row over that of the column; all bounds hold
        at once, at the level.
    worst : ndarray of shape (models, models)
        By how much the model of the row may be worse than that of the column, at the cost where
        that is most: a bound for this pair alone.
    curve : {"cost", "f_gain"}
        Which curve it is.
    prevalence : float
        Proportion of positives in the data, pi.
    margin : float
        What counts as no loss in "at least as good".
    confidence_level : float
        The simultaneous level.
    n_resamples : int
        Bootstrap resamples.

    See Also
    --------
    winning_ranges : Compute them.
    WinningRangesDisplay : Plot them.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> y_true = np.arange(400) % 2
    >>> models = {"sharp": y_true + rng.normal(0, 0.3, 400), "blunt": rng.random(400)}
    >>> winning_ranges(y_true, models, n_resamples=200)
    WinningRanges(cost, 2 models, 99 points, 95%, 200 resamples)
    """

    names: tuple[str, ...]
    x: FloatArray
    heights: FloatArray
    low: FloatArray
    worst: FloatArray
    curve: EnvelopeName
    prevalence: float
    margin: float
    confidence_level: float
    n_resamples: int

    def __repr__(self) -> str:
        level = f"{100 * self.confidence_level:g}%"
        about = f"{self.curve}, {len(self.names)} models, {self.x.size} points, {level}"
        return f"{type(self).__name__}({about}, {self.n_resamples} resamples)"

    def __str__(self) -> str:
        return " ".join(self.sentences())

    @property
    def better(self) -> BoolArray:
        """Whether the model of the row certainly beats that of the column at each point."""
        return np.asarray(self.low > 0)

    @property
    def may_win(self) -> BoolArray:
        """Whether each model may be the best at each point, shape (models, points)."""
        return np.asarray(~self.better.any(axis=0))

    @property
    def nowhere_best(self) -> tuple[str, ...]:
        """The models that are certainly not the best at any point of the grid."""
        return tuple(self.names[place] for place in np.flatnonzero(~self.may_win.any(axis=1)))

    @property
    def limit(self) -> FloatArray:
        """What the best model at each point reaches, shape (points,).

        It is the curve of the convex hull of all the models' hulls: what switching between models
        by the costs, or mixing them at random, can reach at most on these data.
        """
        return np.asarray(
            self.heights.min(axis=0) if self.curve == "cost" else self.heights.max(axis=0)
        )

    def ranges(self, *models: str | int) -> list[WinningRange]:
        """List the ranges of the axis with the same possible winners, in its order.

        Parameters
        ----------
        *models : str or int
            Names of the models to compare with each other, or their numbers if they have no
            names; by default all.

        Returns
        -------
        list of WinningRange

        Raises
        ------
        ValueError
            If there is no such model.

        Examples
        --------
        >>> y_true = np.arange(400) % 2
        >>> rng = np.random.default_rng(0)
        >>> models = {"sharp": y_true + rng.normal(0, 0.3, 400), "blunt": rng.random(400)}
        >>> found = winning_ranges(y_true, models, n_resamples=200)
        >>> [(part.low, part.high) for part in found.ranges() if part.models == ("sharp",)]
        [(0.03, 0.96)]
        """
        chosen = [self._place(name) for name in models] or list(range(len(self.names)))
        may_win = np.asarray(~self.better[np.ix_(chosen, chosen)].any(axis=0))
        names = [self.names[place] for place in chosen]
        winners = [
            tuple(name for name, wins in zip(names, point, strict=True) if wins)
            for point in may_win.T
        ]
        found = []
        for candidates, run in groupby(range(self.x.size), winners.__getitem__):
            places = list(run)
            ends = float(self.x[places[0]]), float(self.x[places[-1]])
            found.append(WinningRange(*ends, candidates))
        return found

    def verdict(self, first: str | int, second: str | int) -> PairVerdict:
        """Say what is certain of two models.

        One is *at least as good everywhere* if it is certainly better somewhere, the other one
        nowhere, and nowhere worse by more than the margin. This last bound is tested at each
        point by itself [1]_: one would only be wrong where it fails at the worst point.

        Parameters
        ----------
        first, second : str or int
            Names of models, or their numbers if they have no names.

        Returns
        -------
        PairVerdict

        Raises
        ------
        ValueError
            If there is no such model.

        References
        ----------
        .. [1] R. L. Berger (1982). Multiparameter hypothesis testing and acceptance sampling.
               Technometrics 24(4), 295-300.

        Examples
        --------
        >>> y_true = np.arange(4000) % 2
        >>> rng = np.random.default_rng(0)
        >>> models = {"sharp": y_true + rng.normal(0, 0.3, 4000), "blunt": rng.random(4000)}
        >>> winning_ranges(y_true, models, n_resamples=200).verdict("sharp", "blunt").value
        'the first is at least as good everywhere'
        """
        verdict: PairVerdict = self._verdicts_of(self._place(first), self._place(second)).item()
        return verdict

    @property
    def verdicts(self) -> dict[tuple[str, str], PairVerdict]:
        """What is certain of each two models, in the order of the names."""
        found = self._verdicts_of(*np.triu_indices(len(self.names), 1))
        return dict(zip(combinations(self.names, 2), found, strict=True))

    def _verdicts_of(self, first: Places, second: Places) -> npt.NDArray[np.object_]:
        """Return the verdicts on pairs of models, given by their places, all at once."""
        leads = self.low[first, second]
        worst = self.worst[first, second]
        worst_of_second = self.worst[second, first]
        wins = (leads > 0).any(axis=-1)
        second_wins = (self.low[second, first] > 0).any(axis=-1)
        # Without any error there is nothing that other instances could change.
        equal = (worst == 0) & (worst_of_second == 0) & ~leads.any(axis=-1)
        cases = {
            PairVerdict.CROSSING: wins & second_wins,
            PairVerdict.FIRST: wins & (worst <= self.margin),
            PairVerdict.SECOND: second_wins & (worst_of_second <= self.margin),
            PairVerdict.EQUAL: equal,
        }
        verdicts = [np.array(verdict, dtype=object) for verdict in (*cases, PairVerdict.OPEN)]
        return np.asarray(np.select([*cases.values()], verdicts[:-1], verdicts[-1]))

    def sentences(self, prevalence: float | None = None) -> list[str]:
        """Say who wins where, in costs of a miss relative to a false alarm, or in beta.

        Parameters
        ----------
        prevalence : float, optional
            Proportion of positives where the models are used, inside (0, 1), which the costs
            refer to; by default that of the data. Only for the curve "cost".

        Returns
        -------
        list of str

        Raises
        ------
        ValueError
            If the prevalence does not lie inside (0, 1), or is given for F-gain curves.

        Examples
        --------
        >>> y_true = np.arange(400) % 2
        >>> rng = np.random.default_rng(0)
        >>> models = {"sharp": y_true + rng.normal(0, 0.3, 400), "blunt": rng.random(400)}
        >>> found = winning_ranges(y_true, models, n_resamples=200)
        >>> found.sentences()[0]
        'sharp wins where a miss costs 0.031 to 24 times as much as a false alarm.'
        >>> found.sentences(prevalence=0.1)[0]
        'sharp wins where a miss costs 0.28 to 210 times as much as a false alarm.'
        """
        axis = Axis(self.curve, self._stated(prevalence), float(self.x[0]), float(self.x[-1]))
        return sentences_of(self.names, self.ranges(), self.verdicts, axis, self.margin)

    def _stated(self, prevalence: float | None) -> float:
        if prevalence is None:
            return self.prevalence
        if self.curve == "f_gain":
            raise ValueError("F-gains are those of the data's prevalence: leave it out.")
        check_stated(prevalence)
        return prevalence

    def _place(self, name: Any) -> int:
        # Rows of an array and integer keys are named by their numbers.
        if str(name) not in self.names:
            raise ValueError(f"There is no model {name!r}; the models are {list(self.names)}.")
        return self.names.index(str(name))


def winning_ranges(
    y_true: npt.ArrayLike,
    y_scores: npt.ArrayLike | Models,
    curve: EnvelopeName = "cost",
    *,
    margin: float = MARGIN,
    grid: npt.ArrayLike | None = None,
    confidence_level: float = 0.95,
    groups: npt.ArrayLike | None = None,
    n_resamples: int = 1000,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: Any = None,
    random_state: int | np.random.Generator | None = 0,
) -> WinningRanges:
    """Find for which costs of errors each of several models is certainly better, or the best.

    The cost curves of the models [1]_, or their F-gain curves, are compared in pairs, with the
    bands of `difference_band` made wide enough to hold for all pairs and all costs at once: one
    may look where models win, and which, after seeing the curves. A model may be the best where no
    other one is certainly better.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; 30 instances of each class at
        least.
    y_scores : mapping, DataFrame or array-like of shape (models, n)
        Scores of two models or more, higher for more positive: by name, a column each, or a row
        each.
    curve : {"cost", "f_gain"}, default="cost"
        Which curve: cost weights, or F-beta gains.
    margin : float, default=0.01
        A loss, or a gain, that is too small to matter for "at least as good", >= 0. A classifier
        that is always wrong has the loss 1.
    grid : array-like of shape (points,), optional
        Cost weights c or precision weights d in [0, 1], ascending; by default 0.01, 0.02, ...,
        0.99.
    confidence_level : float, default=0.95
        Inside (0, 1).
    groups : array-like of shape (n,), optional
        Instances of one group belong together: whole groups are drawn.
    n_resamples : int, default=1000
        Bootstrap resamples, at least 2.
    sample_weight, pos_label, random_state
        As for `confidence_interval`.

    Returns
    -------
    WinningRanges

    Raises
    ------
    ValueError, TypeError
        For bad input, one model only, or fewer than 30 instances (or groups) of a class.

    See Also
    --------
    difference_band : The band of one pair.
    cost_curve : The curve of a model.
    model_ranks : The order of the models by one measure.

    References
    ----------
    .. [1] C. Drummond, R. C. Holte (2006). Cost curves: an improved method for visualizing
           classifier performance. Machine Learning 65(1), 95-130.

    Examples
    --------
    >>> y_true = np.arange(400) % 2
    >>> rng = np.random.default_rng(0)
    >>> models = {"sharp": y_true + rng.normal(0, 0.3, 400), "blunt": rng.random(400)}
    >>> winning_ranges(y_true, models, n_resamples=200).sentences()[0]
    'sharp wins where a miss costs 0.031 to 24 times as much as a false alarm.'
    """
    if not (is_number(margin) and margin >= 0):
        raise ValueError(f"margin must be a number from 0 on, not {margin!r}.")
    models = named_models(y_scores)
    sample = Sample.checked(
        y_true,
        {f"y_scores[{name!r}]": row for name, row in models.items()},
        sample_weight=sample_weight,
        groups=groups,
        pos_label=pos_label,
    )
    names = tuple(map(str, models))
    return ranges_of(
        sample,
        names,
        curve,
        margin=margin,
        grid=grid,
        confidence_level=confidence_level,
        n_resamples=n_resamples,
        random_state=random_state,
    )


def ranges_of(
    sample: Sample,
    names: Sequence[str],
    curve: EnvelopeName,
    *,
    margin: float = MARGIN,
    grid: npt.ArrayLike | None = None,
    confidence_level: float = 0.95,
    n_resamples: int = 1000,
    random_state: int | np.random.Generator | None = 0,
) -> WinningRanges:
    """Find the ranges of a sample that is checked, as `winning_ranges`."""
    x, heights, draws = checked_for_band(
        sample, curve, grid, confidence_level, n_resamples, random_state
    )
    # A range is named by its two ends.
    if not (np.diff(x) > 0).all():
        raise ValueError("grid must ascend: pass np.unique(grid).")
    resampled = curves_in_resamples(sample, curve, x, draws)
    found = leads_of_pairs(sample, curve, x, heights, resampled, confidence_level)
    return WinningRanges(
        tuple(names),
        x,
        heights,
        *bounds_of_leads(found, confidence_level),
        curve,
        sample.prevalence,
        margin,
        confidence_level,
        n_resamples,
    )


def bounds_of_leads(found: Leads, level: float) -> tuple[FloatArray, FloatArray]:
    """Return what `WinningRanges` has as ``low`` and ``worst`` from the leads of all pairs."""
    n_pairs, points = found.lead.shape
    n = round((1 + math.sqrt(1 + 8 * n_pairs)) / 2)
    first, second = np.triu_indices(n, 1)
    low, worst = np.zeros((n, n, points)), np.zeros((n, n))
    low[first, second] = found.lead - found.reach
    low[second, first] = -found.lead - found.reach
    # An intersection of hypotheses, one for each point: each is tested at the level by itself.
    own_reach = normal_quantile(1 - (1 - level) / STRICTER) * found.error
    worst[first, second] = (own_reach - found.lead).max(axis=1)
    worst[second, first] = (own_reach + found.lead).max(axis=1)
    return low, worst


@dataclass(frozen=True, slots=True)
class Axis:
    """How places on the axis are written, between the first and the last that were looked at."""

    curve: EnvelopeName
    prevalence: float
    first: float
    last: float

    @property
    def everywhere(self) -> str:
        """Name the whole axis."""
        return "at every cost" if self.curve == "cost" else "at every beta"

    @property
    def anywhere(self) -> str:
        """Name any place of the axis."""
        return "at any cost" if self.curve == "cost" else "at any beta"

    @property
    def condition(self) -> str:
        """Name what changes along the axis."""
        return "cost" if self.curve == "cost" else "beta"

    @property
    def height(self) -> str:
        """Name what the curve shows."""
        return "loss" if self.curve == "cost" else "gain"

    def where(self, ranges: Sequence[WinningRange]) -> str:
        """Write ranges, such as "where a miss costs 2 to 7 times as much as a false alarm"."""
        written = _either([self._range(found) for found in ranges])
        if self.curve == "cost":
            return f"where a miss costs {written} times as much as a false alarm"
        return f"under F-beta with beta {written}"

    def number(self, place: float) -> float:
        """Return the cost of a miss relative to a false alarm, or beta, at a place of the axis."""
        if self.curve == "cost":
            return float(cost_ratio_of(place, self.prevalence))
        return math.sqrt(1 / place - 1) if place else math.inf

    def _range(self, found: WinningRange) -> str:
        least = self.number(found.low)
        most = self.number(found.high)
        is_first = found.low == self.first
        is_last = found.high == self.last
        # Beta falls where the weight of precision grows.
        if self.curve == "f_gain":
            least, most = most, least
            is_first, is_last = is_last, is_first
        if is_last and not is_first:
            return f"at least {_rounded(least, up=True)}"
        if is_first and not is_last:
            return f"at most {_rounded(most, up=False)}"
        inner = _rounded(least, up=True), _rounded(most, up=False)
        if float(inner[0]) >= float(inner[1]):
            return f"about {_rounded(math.sqrt(least * most))}"
        return " to ".join(inner)


def sentences_of(
    names: Sequence[str],
    strip: Sequence[WinningRange],
    verdicts: Mapping[tuple[str, str], PairVerdict],
    axis: Axis,
    margin: float,
) -> list[str]:
    """Say who wins where, from the ranges of all models and what is certain of each pair."""
    said = [_winner(name, strip, axis) for name in names]
    if len(names) > 2:
        few = _few_candidates(strip, len(names), axis)
        said += [*few, _dominant(names, verdicts, axis, margin), _excluded(names, strip)]
        said.append("" if few else _elsewhere(strip, len(names), axis))
    else:
        first, second = names
        certain = _of_pair(first, second, verdicts[first, second], axis, margin)
        said.append(certain or _elsewhere(strip, len(names), axis))
    return [sentence for sentence in said if sentence]


def _dominant(
    names: Sequence[str],
    verdicts: Mapping[tuple[str, str], PairVerdict],
    axis: Axis,
    margin: float,
) -> str:
    """Say if one model is at least as good as all others."""
    for name in names:
        wanted = {
            pair: PairVerdict.FIRST if pair[0] == name else PairVerdict.SECOND
            for pair in verdicts
            if name in pair
        }
        if all(verdicts[pair] is verdict for pair, verdict in wanted.items()):
            return (
                f"{name} is at least as good as every other model {axis.everywhere} (up to "
                f"{margin:g} of the {axis.height})."
            )
    return ""


def _rounded(value: float, *, up: bool | None = None) -> str:
    """Round to two digits; up or down where a range must not grow by it."""
    if not value or math.isinf(value):
        return f"{value:g}"
    step = 10.0 ** (math.floor(math.log10(value)) - _DIGITS + 1)
    # A hair of tolerance, or 0.3 / 0.1 would be rounded up to 4 steps.
    scaled = value / step
    near = round(scaled)
    if abs(scaled - near) > 1e-9 and up is not None:
        near = math.ceil(scaled) if up else math.floor(scaled)
    return f"{near * step:.6g}"


def _joined(parts: Sequence[str]) -> str:
    *before, last = parts
    return f"{', '.join(before)} and {last}" if before else last


def _winner(name: str, strip: Sequence[WinningRange], axis: Axis) -> str:
    """Say where a model is certainly the best."""
    own = [found for found in strip if found.models == (name,)]
    return f"{name} wins {axis.where(own)}." if own else ""


def _of_pair(first: str, second: str, verdict: PairVerdict, axis: Axis, margin: float) -> str:
    """Say what is certain of two models everywhere."""
    if verdict is PairVerdict.EQUAL:
        return f"{first} and {second} rank all instances alike: they are equal {axis.everywhere}."
    if verdict in (PairVerdict.FIRST, PairVerdict.SECOND):
        better, worse = (first, second) if verdict is PairVerdict.FIRST else (second, first)
        return (
            f"{better} is at least as good as {worse} {axis.everywhere} (up to {margin:g} of the "
            f"{axis.height}): no {axis.condition} reverses that."
        )
    return ""


def _few_candidates(strip: Sequence[WinningRange], n_models: int, axis: Axis) -> list[str]:
    """Say where a few of many models may be the best, the widest ranges first."""
    groups: dict[tuple[str, ...], list[WinningRange]] = {}
    most = min(max(2, n_models // 2), n_models - 1, _MOST_NAMED)
    for found in strip:
        if 1 < len(found.models) <= most:
            groups.setdefault(found.models, []).append(found)
    widths = {
        models: sum(found.high - found.low for found in ranges)
        for models, ranges in groups.items()
    }
    wide = [models for models in groups if widths[models] >= _NARROW]
    widest = sorted(wide, key=lambda models: -widths[models])[:_MOST_RANGES]
    return [
        f"Only {_either(models)} may be the best {axis.where(groups[models])}."
        for models in groups
        if models in widest
    ]


def _excluded(names: Sequence[str], strip: Sequence[WinningRange]) -> str:
    """Say which models are nowhere the best."""
    candidates = {name for found in strip for name in found.models}
    never = [name for name in names if name not in candidates]
    if not never:
        return ""
    if len(never) > _MOST_NAMED:
        return f"{len(never)} of {len(names)} models are certainly never the best."
    return f"{_joined(never)} {'is' if len(never) == 1 else 'are'} certainly never the best."


def _elsewhere(strip: Sequence[WinningRange], n_models: int, axis: Axis) -> str:
    """Say who may be the best where no model certainly is."""
    candidates = [found.models for found in strip if not found.is_certain]
    names = list(dict.fromkeys(name for models in candidates for name in models))
    if not names:
        return ""
    place = axis.anywhere if len(candidates) == len(strip) else "elsewhere"
    if n_models == 2:
        return f"Which is better is not resolved {place}."
    may_be = f"any of {len(names)} models" if len(names) > _MOST_NAMED else _either(names)
    return f"Which is best is not resolved {place}: {may_be} may be."


def _either(names: Sequence[str]) -> str:
    *before, last = names
    return f"{', '.join(before)} or {last}" if before else last
