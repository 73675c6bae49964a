"""Which flow wins over all tasks, by each measure."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import Annotated

import numpy as np
import pandas as pd
from pydantic import Field
from scipy.stats import kendalltau

from prgbench.answer.interface import Part, PartOptions, Study, Tables
from prgbench.answer.pairwise_wins import (
    Fits,
    Floats,
    FlowField,
    Ints,
    distinct_flow_names,
    drawn_flows,
    fit_flows,
    rank_bounds,
    ranks_of,
    strength_bounds,
    student_quantile,
)
from prgbench.plotting.words import short_flow_name
from prgbench.run.foreign_text import shortened
from prgbench.stats.interval import ONE_CLUSTER


class Options(PartOptions):
    """Which flow wins over all tasks, by each measure."""

    fewest_tasks: Annotated[int, Field(ge=1)] = 10
    """In how many tasks a flow must be drawn; the others are counted and left out."""

    resamples: Annotated[int, Field(ge=20, le=10_000)] = 200
    """How often the data sets are resampled for the intervals: each time all flows are fitted."""

    halvings: Annotated[int, Field(ge=1, le=10_000)] = 50
    """How often the data sets are cut into halves at random."""


LONGEST = 44


def readable(leaderboard: pd.DataFrame) -> dict[str, str]:
    """Return how each flow is called, by its full name: no two alike, none too long for a figure.

    Names are short; those that would share one keep their package, and where that does not tell
    them apart they get their ids.
    """
    flows = leaderboard.drop_duplicates("flow")
    shorts = [short_flow_name(name) for name in flows["flow"]]
    shared = Counter(shorts)
    names = (
        shortened(name, LONGEST) if shared[short] > 1 else short
        for name, short in zip(flows["flow"], shorts, strict=True)
    )
    return dict(zip(flows["flow"], distinct_flow_names(names, flows["flow_id"]), strict=True))


def tables(study: Study, options: Options) -> Tables:
    """Return ``leaderboard``, a row per measure and flow, and ``leaderboard_moves``, by pair."""
    names = [measure.name for measure in study.setting.measures]
    field = drawn_flows(study.models, names, options.fewest_tasks)
    resamples = min(options.resamples, study.resampling.resamples)
    fits: dict[str, Fits] = {}
    if len(field.flows):
        fits = fit_flows(
            field,
            names,
            replace(study.resampling, resamples=resamples),
            options.halvings,
            study.setting.seed,
        )
    level = study.resampling.confidence_level
    counts = {"fewest_tasks": options.fewest_tasks, "resamples": resamples}
    moves = leaderboard_moves(field, fits, names, level)
    moves = moves.assign(**counts, halvings=options.halvings)
    return {"leaderboard": leaderboard(field, fits, level), "leaderboard_moves": moves}


def leaderboard(
    field: FlowField, fits: Mapping[str, Fits], confidence_level: float
) -> pd.DataFrame:
    """Order the flows by their strengths.

    Returns
    -------
    DataFrame
        A row per measure and flow, the best first: its rank, its log-strength (0 is the mean of
        the flows) with Student's interval from the bootstrap's standard error, the ranks that it
        may have, the mean over its tasks of the share of the other models that are better
        (``mean_relative_rank``), and the numbers of its tasks and data sets.
    """
    return pd.concat(
        [
            pd.DataFrame(columns=_LEADERBOARD),
            *(_by_measure(field, name, own, confidence_level) for name, own in fits.items()),
        ][bool(fits) :],
        ignore_index=True,
    )


def _by_measure(
    field: FlowField, measure: str, fits: Fits, confidence_level: float
) -> pd.DataFrame:
    n_datasets = field.flows["datasets"].to_numpy()
    lower, upper = strength_bounds(fits, n_datasets, confidence_level)
    rank_lower, rank_upper = rank_bounds(fits, n_datasets, confidence_level)
    table = field.flows.assign(
        measure=measure,
        rank=ranks_of(fits.strengths),
        strength=fits.strengths,
        lower=lower,
        upper=upper,
        rank_lower=rank_lower,
        rank_upper=rank_upper,
        mean_relative_rank=field.entries.groupby("flow")[measure].mean().to_numpy(),
        note=np.where(n_datasets > 1, "", ONE_CLUSTER),
    )
    return table.sort_values("rank")[_LEADERBOARD]


def leaderboard_moves(
    field: FlowField, fits: Mapping[str, Fits], measures: list[str], confidence_level: float
) -> pd.DataFrame:
    """Compare the orders of the flows by each pair of measures.

    Returns
    -------
    DataFrame
        A row per pair. ``tau`` is Kendall's tau-b between the two orders, with Student's interval
        from the bootstrap's standard error: of the noisy orders, not of the true ones;
        ``first_a`` and ``first_b`` are the first flows; ``moved_flow`` moves most;
        ``first_differs_resampled`` is the share of resamples in which the first flows differ.
        Between halves of the data sets: how often the first flow by one measure in one half is
        not the first in the other half by the other measure (``two_measures``) and by the same
        measure (``one_measure``, the mean of both), and the difference, ``excess``, which is
        expected to be 0 if both measures have each flow first with the same probability;
        ``tau_two_measures`` and ``tau_one_measure`` are the mean taus between halves.
    """
    counts = {
        "flows": len(field.flows),
        "tasks": len(field.datasets),
        "datasets": len(np.unique(field.datasets)),
        "left_out": field.left_out,
        "unconnected": field.unconnected,
    }
    rows = []
    for a, b in combinations(measures, 2):
        row = {"measure_a": a, "measure_b": b, **counts}
        if fits:
            row |= _compared(field.flows["flow"], fits[a], fits[b])
            row |= _tau_with_bounds(fits[a], fits[b], counts["datasets"], confidence_level)
        rows.append(row)
    return pd.DataFrame(rows, columns=_MOVES)


def _compared(flows: pd.Series, a: Fits, b: Fits) -> dict[str, object]:
    ranks_a, ranks_b = ranks_of(a.strengths), ranks_of(b.strengths)
    moved = int(np.abs(ranks_a - ranks_b).argmax())
    first_a, first_b = int(ranks_a.argmin()), int(ranks_b.argmin())
    return {
        "first_a": flows.iloc[first_a],
        "first_b": flows.iloc[first_b],
        "first_differs": first_a != first_b,
        "first_differs_resampled": float((_first(a.resampled) != _first(b.resampled)).mean()),
        "moved_flow": flows.iloc[moved],
        "moved_from": ranks_a[moved],
        "moved_to": ranks_b[moved],
        **_across_halves(a.halves, b.halves),
    }


def _tau_with_bounds(
    a: Fits, b: Fits, n_datasets: int, confidence_level: float
) -> dict[str, float]:
    tau = _tau(a.strengths, b.strengths)
    resampled = [_tau(*orders) for orders in zip(a.resampled, b.resampled, strict=True)]
    tail = (1 - confidence_level) / 2
    reach = student_quantile(tail, np.array([n_datasets])).item() * pd.Series(resampled).std()
    return {"tau": tau, "lower": max(tau - reach, -1.0), "upper": min(tau + reach, 1.0)}


def _across_halves(a: Floats, b: Floats) -> dict[str, float]:
    """Compare one half with the other half, by two measures and by one."""
    if np.isnan(a).all():
        return {}
    first_a, first_b = _first(a), _first(b)
    crossed = (first_a != first_b[:, ::-1]).mean()
    alike = np.mean([(first[:, 0] != first[:, 1]).mean() for first in (first_a, first_b)])
    taus_crossed = [
        _tau(*pair) for x, y in zip(a, b[:, ::-1], strict=True) for pair in zip(x, y, strict=True)
    ]
    taus_alike = [_tau(*halves) for halves in (*a, *b)]
    return {
        "two_measures": float(crossed),
        "one_measure": float(alike),
        "excess": float(crossed - alike),
        "tau_two_measures": float(pd.Series(taus_crossed).mean()),
        "tau_one_measure": float(pd.Series(taus_alike).mean()),
    }


def _first(strengths: Floats) -> Ints:
    """Return the place of the strongest flow along the last axis; of equal ones the first."""
    return np.asarray(np.where(np.isnan(strengths), -np.inf, strengths).argmax(axis=-1))


def _tau(a: Floats, b: Floats) -> float:
    """Return Kendall's tau-b of the flows that have both strengths."""
    both = ~(np.isnan(a) | np.isnan(b))
    return float(kendalltau(a[both], b[both]).statistic) if both.sum() > 1 else float("nan")


_LEADERBOARD = [
    "measure",
    "flow_id",
    "flow",
    "rank",
    "strength",
    "lower",
    "upper",
    "rank_lower",
    "rank_upper",
    "mean_relative_rank",
    "tasks",
    "datasets",
    "note",
]
_MOVES = [
    "measure_a",
    "measure_b",
    "flows",
    "tasks",
    "datasets",
    "left_out",
    "unconnected",
    "tau",
    "lower",
    "upper",
    "first_a",
    "first_b",
    "first_differs",
    "first_differs_resampled",
    "two_measures",
    "one_measure",
    "excess",
    "tau_two_measures",
    "tau_one_measure",
    "moved_flow",
    "moved_from",
    "moved_to",
]

PART = Part("leaderboard", Options, tables)
