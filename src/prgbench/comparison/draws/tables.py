"""How much depends on which models were drawn, and on how many."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.draws import Options
from prgbench.metrics import Measure
from prgbench.replication.best_models import Floats, best_by_rank, sets_differ
from prgbench.replication.groups import sort_models, task_slices
from prgbench.replication.ranking import rank_column


def tables(study: Study, options: Options) -> Tables:
    """Return ``draws``, the disagreements by the number of models drawn."""
    return {
        "draws": disagreement_by_draw(
            study.models,
            study.setting.measures,
            sizes=options.sizes,
            draws=options.draws,
            seed=study.setting.seed,
        )
    }


def disagreement_by_draw(
    models: pd.DataFrame,
    measures: Sequence[Measure],
    *,
    sizes: Sequence[int],
    draws: int,
    seed: int,
) -> pd.DataFrame:
    """Draw models without replacement, again and again, and count the disagreements.

    Parameters
    ----------
    models : DataFrame
        All scored models that may be drawn, ranked, as `add_ranks` returns them.
    measures : sequence of Measure
        The measures to compare.
    sizes : sequence of int
        How many models are drawn in each task. A draw of a small size is the beginning of that of
        a larger one.
    draws : int
        How many draws of each size.
    seed : int
        The seed of the draws; the order in a task depends on nothing else.

    Returns
    -------
    DataFrame
        A row per pair and size: the share of tasks whose best models differ as its mean over the
        draws, its standard deviation over the draws and its least and greatest value; the same
        mean with ties broken in one random order, the same for both measures;
        ``share_due_to_draw``, the part of the variance of the tasks' disagreements (0 or 1) that
        is between draws of one task, not between tasks; the number of tasks and of those with
        fewer models (``too_few``), which are left out.
        Where as many models are drawn as there are, all draws are the same.
    """
    ordered = sort_models(models)
    names = [measure.name for measure in measures]
    ranks = ordered[[rank_column(name) for name in names]].to_numpy().T
    pairs = list(combinations(range(len(names)), 2))
    strict, expected = _by_size(sizes), _by_size(sizes)
    n_tasks = 0
    for task_id, rows in task_slices(ordered):
        n_tasks += 1
        rng = np.random.default_rng([seed, task_id])
        order = rng.permuted(np.tile(np.arange(rows.stop - rows.start), (draws, 1)), axis=1)
        drawn = ranks[:, rows][:, order]
        for size in sizes:
            if size <= order.shape[1]:
                differ, chance = _disagreements(drawn[:, :, :size], pairs)
                strict[size].append(differ)
                expected[size].append(chance)
    return pd.DataFrame(
        [
            {
                "measure_a": names[a],
                "measure_b": names[b],
                "size": size,
                **_over_draws(np.array([task[place] for task in strict[size]])),
                "best_differs_expected": _mean([task[place] for task in expected[size]]),
                "draws": draws,
                "tasks": len(strict[size]),
                "too_few": n_tasks - len(strict[size]),
            }
            for place, (a, b) in enumerate(pairs)
            for size in sizes
        ]
    )


def _by_size(sizes: Sequence[int]) -> dict[int, list[Floats]]:
    return {size: [] for size in sizes}


def _disagreements(drawn: Floats, pairs: Sequence[tuple[int, int]]) -> tuple[Floats, Floats]:
    """Compare the best models of each draw: ranks (measures, draws, models) to (pairs, draws)."""
    best = best_by_rank(drawn)
    compared = [sets_differ(best[a], best[b]) for a, b in pairs]
    return np.array([c[0] for c in compared], dtype=float), np.array([c[1] for c in compared])


def _over_draws(differs: Floats) -> dict[str, float]:
    """Summarise disagreements of shape (tasks, draws)."""
    if differs.size == 0:
        return dict.fromkeys(_OVER_DRAWS, float("nan"))
    counts = differs.sum(axis=0)
    variance = differs.var()
    within = differs.var(axis=1).mean()
    values = (
        differs.mean(),
        counts.std(ddof=1) / len(differs) if len(counts) > 1 else np.nan,
        counts.min() / len(differs),
        counts.max() / len(differs),
        within / variance if variance > 0 else np.nan,
    )
    return dict(zip(_OVER_DRAWS, map(float, values), strict=True))


_OVER_DRAWS = ("best_differs", "sd", "least", "greatest", "share_due_to_draw")


def _mean(values: Sequence[Floats]) -> float:
    return float(np.mean(values)) if len(values) else float("nan")
