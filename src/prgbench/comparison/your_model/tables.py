"""A user's own model among those of a task: where does it stand?"""

from dataclasses import replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.archive.store.bundle import Bundle
from prgbench.comparison.regret.target_scores import targets_of_task
from prgbench.comparison.separability.per_task import gaps_of_task
from prgbench.comparison.setting import Setting
from prgbench.comparison.task_scores import Floats, TaskScores, evaluate_models, load_task_scores
from prgbench.replication.best_models import best_by_rank, direction
from prgbench.replication.ranking import rank_losses
from prgbench.study.config import Ranking

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
        the model is ``ahead`` of it (behind, if negative; better is ahead for every measure), for
        measures with bootstrap interval and p-value (DeLong's test for AUROC).
    """
    pool = load_task_scores(bundle, sorted(models["run_id"].tolist()))
    task = _with_own(pool, y_score)
    scores = evaluate_models(task.y_true, task.y_scores, setting.measures)
    flows = models.set_index("run_id")["flow_name"].to_dict()
    rows = []
    signs = direction(setting.measures)
    for measure, sign, own in zip(setting.measures, signs, scores.T, strict=True):
        row, rival = _place(measure.name, own, sign, task.run_ids, setting.ranking)
        alone = setting.model_copy(update={"names": (measure.name,)})
        rows.append(row | _lead(_pair(task, rival), alone))
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


def _pair(task: TaskScores, rival: int) -> TaskScores:
    both = [0, rival]
    return replace(
        task,
        run_ids=task.run_ids[both],
        y_scores=task.y_scores[both],
        decisions=task.decisions[both],
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


def _lead(pair: TaskScores, setting: Setting) -> dict[str, object]:
    """Return interval and p-value of how far the first of two models is ahead."""
    gaps = gaps_of_task(pair, setting)
    second = gaps.sort_values("gap", kind="stable").iloc[-1]
    bounds = (second["gap_lower"], second["gap_upper"])
    if second["run_id"] == OWN:
        bounds = (-bounds[1], -bounds[0])
    return {"lower": bounds[0], "upper": bounds[1], "p_value": second["p_value"]}
