"""A user's own model among those of a task: where does it stand?"""

from dataclasses import replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.archive.store.bundle import Bundle
from prgbench.comparison.confidence_sets.per_task import sets_of_task
from prgbench.comparison.cost.target_scores import targets_of_task
from prgbench.comparison.replicates import replicates_of_task
from prgbench.comparison.setting import Setting
from prgbench.comparison.task_scores import (
    BoolArray,
    Floats,
    TaskScores,
    evaluate_models,
    load_task_scores,
)
from prgbench.replication.best_models import best_by_rank
from prgbench.replication.ranking import rank_losses
from prgbench.study.ranks import Ranking

OWN = -1


def place_model(
    y_score: Floats, bundle: Bundle, models: pd.DataFrame, setting: Setting
) -> pd.DataFrame:
    """Place a model among those of its task, by every measure and target.

    Parameters
    ----------
    y_score : ndarray of shape (rows,)
        Its scores of the positive class, as `read_scores` returns them.
    bundle : Bundle
        The task.
    models : DataFrame
        The models of the task in the study, with ``run_id`` and ``flow_name``.
    setting : Setting
        The measures, how they rank and how instances are resampled.

    Returns
    -------
    DataFrame
        A row per measure (``by``), then a row per target of `TARGETS` that scores alone allow: the
        model's ``value``; its ``rank`` among all ``models`` and how many are ``tied`` with it,
        itself counted in both; its ``rival``, the best other one, with flow and value; how far
        the model is ``ahead`` of it (behind, if negative; better is ahead for every measure). For
        measures also the percentile interval of that distance over bootstrap replicates, and
        whether the model is ``in_set``, the model confidence set of all models, and the
        ``set_size``. There is no p-value of the distance: the rival is chosen for its score on the
        same instances.
    """
    pool = load_task_scores(bundle, sorted(models["run_id"].tolist()))
    task = _with_own(pool, y_score)
    scores = evaluate_models(task.y_true, task.y_scores, setting.measures)
    flows = models.set_index("run_id")["flow_name"].to_dict()
    replicates = replicates_of_task(task, setting)
    sets = sets_of_task(task, setting, setting.confidence_level)
    rows = []
    for place, measure in enumerate(setting.measures):
        sign = 1.0 if measure.higher_is_better else -1.0
        own, rival = _place(measure.name, scores[:, place], sign, task.run_ids, setting.ranking)
        resampled = replicates.scores[:, place]
        bounds = _bounds(resampled[:, 0] - resampled[:, rival], setting.confidence_level)
        rows.append(own | bounds | _membership(sets.get(measure.name)))
    targets = targets_of_task(task).drop(columns="run_id")
    rows += [
        _place(target, targets[target].to_numpy(), 1.0, task.run_ids, setting.ranking)[0]
        for target in targets.columns[targets.iloc[0].notna()]
    ]
    table = pd.DataFrame(rows)
    table.insert(6, "rival_flow", table["rival"].map(flows))
    return table


def _with_own(pool: TaskScores, y_score: Floats) -> TaskScores:
    unstated = np.full((1, len(y_score)), -1, dtype=np.int8)
    return replace(
        pool,
        run_ids=np.concatenate([[OWN], pool.run_ids]),
        y_scores=np.vstack([y_score, pool.y_scores]),
        decisions=np.vstack([unstated, pool.decisions]),
    )


def _place(
    name: str, values: Floats, sign: float, run_ids: NDArray[np.int64], ranking: Ranking
) -> tuple[dict[str, object], int]:
    """Return the first model's place among all, and the place of its rival in the arrays."""
    ranks = rank_losses(-sign * values, ranking)
    rival = 1 + int(best_by_rank(ranks[1:]).argmax())
    return {
        "by": name,
        "value": values[0],
        "rank": ranks[0],
        "tied": int((ranks == ranks[0]).sum()),
        "models": len(ranks),
        "rival": int(run_ids[rival]),
        "rival_value": values[rival],
        "ahead": sign * (values[0] - values[rival]),
    }, rival


def _bounds(distances: Floats, confidence_level: float) -> dict[str, object]:
    """Return the percentile interval of a distance; NaN if it is defined in no two replicates."""
    defined = distances[np.isfinite(distances)]
    if len(defined) < 2:
        return {"lower": np.nan, "upper": np.nan}
    tail = (1 - confidence_level) / 2
    lower, upper = np.quantile(defined, [tail, 1 - tail])
    return {"lower": float(lower), "upper": float(upper)}


def _membership(in_set: BoolArray | None) -> dict[str, object]:
    """Say whether the first model is in a set, and how many are; NaN if there is none."""
    if in_set is None:
        return {"in_set": np.nan, "set_size": np.nan}
    return {"in_set": bool(in_set[0]), "set_size": int(in_set.sum())}
