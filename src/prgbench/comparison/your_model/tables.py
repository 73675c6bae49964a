"""A user's own model in the pool of a task: is its file right, and where does it stand?"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.archive.store.bundle import Bundle
from prgbench.comparison.noise_floor.tables import noise_floor_of_task
from prgbench.comparison.regret.target_scores import targets_of_task
from prgbench.comparison.separability.tables import gap_tests_of_task
from prgbench.comparison.task_scores import Floats, TaskScores, load_task_scores
from prgbench.metrics import Measure, evaluate
from prgbench.pipeline.errors import PrgbenchError
from prgbench.replication.best_models import direction
from prgbench.replication.ranking import rank_losses
from prgbench.study.config import Ranking

OWN = -1


def place_model(
    file: Path,
    bundle: Bundle,
    models: pd.DataFrame,
    measures: Sequence[Measure],
    ranking: Ranking,
    *,
    replicates: int = 200,
    confidence_level: float = 0.95,
    seed: int = 0,
) -> pd.DataFrame:
    """Place a model among those of its task, by every measure and target.

    Parameters
    ----------
    file : Path
        Its predictions; see `read_scores`.
    bundle : Bundle
        The task.
    models : DataFrame
        The models of the task in the study, with ``run_id`` and ``flow_name``.
    measures : sequence of Measure
        The measures.
    ranking : Ranking
        How models are ranked.
    replicates, confidence_level, seed
        As in `noise_floor_of_task`.

    Returns
    -------
    DataFrame
        A row per measure (``by``), then a row per target of `TARGETS` that scores alone allow: the
        model's ``value``; its ``rank`` among all ``models`` and how many are ``tied`` with it,
        itself counted in both; its ``rival``, the best other one, with flow and value; how far
        the model is ``ahead`` of it (behind, if negative; better is ahead for every measure), for
        measures with bootstrap interval and p-value (DeLong's test for AUROC).

    Raises
    ------
    PrgbenchError
        If the file does not fit the task.
    """
    pool = load_task_scores(bundle, sorted(models["run_id"].tolist()))
    task = _with_own(pool, read_scores(file, bundle))
    scores = evaluate(task.y_true, task.y_scores, measures)
    flows = models.set_index("run_id")["flow_name"].to_dict()
    options = {"replicates": replicates, "confidence_level": confidence_level, "seed": seed}
    rows = []
    for measure, sign, own in zip(measures, direction(measures), scores.T, strict=True):
        row, rival = _place(measure.name, own, sign, task.run_ids, ranking)
        rows.append(row | _lead(_pair(task, rival), measure, ranking.decimals, options))
    targets = targets_of_task(task).drop(columns="run_id")
    rows += [
        _place(target, targets[target].to_numpy(), 1.0, task.run_ids, ranking)[0]
        for target in targets.columns[targets.iloc[0].notna()]
    ]
    table = pd.DataFrame(rows)
    table.insert(6, "rival_flow", table["rival"].map(flows))
    return table


def read_scores(file: Path, bundle: Bundle) -> Floats:
    """Read a user's scores in the order of the rows of a bundle.

    Parameters
    ----------
    file : Path
        A CSV file with the columns ``row_id`` and ``score`` (of the positive class), ``fold`` if
        the task's files state folds and ``repeat`` if the cross-validation is repeated; further
        columns are ignored, the order of the rows does not matter.
    bundle : Bundle
        The task.

    Returns
    -------
    ndarray of shape (rows,)

    Raises
    ------
    PrgbenchError
        If the file can't be read, lacks a column, a row or a score, has a row twice or one that
        is not of the task, or puts a row into another fold than the task does.
    """
    official = pd.DataFrame(
        {"repeat": bundle.repeat(), "row_id": bundle.row_id(), "fold": bundle.fold()}
    ).astype(np.int64)
    keys = ["repeat", "row_id"] if official["repeat"].nunique() > 1 else ["row_id"]
    folds = ["fold"] if (official["fold"] >= 0).all() else []
    given = _read_csv(file, [*keys, *folds, "score"])
    twice = given.duplicated(keys)
    if twice.any():
        raise PrgbenchError(f"{file} has {_row(given[twice], keys)} more than once: keep one.")
    merged = official.merge(given, on=keys, how="outer", suffixes=("", "_given"), indicator=True)
    foreign = merged[merged["_merge"] == "right_only"]
    if len(foreign):
        raise PrgbenchError(
            f"{file} has {_row(foreign, keys)}, which is not of task "
            f"{bundle.header.task.task_id} ({len(foreign):,} such rows)."
        )
    missing = merged[merged["_merge"] == "left_only"]
    if len(missing):
        raise PrgbenchError(
            f"{file} lacks {_row(missing, keys)} of task {bundle.header.task.task_id} "
            f"({len(missing):,} of {len(official):,} rows are missing): predict all of them."
        )
    if folds:
        moved = merged[merged["fold"] != merged["fold_given"]]
        if len(moved):
            raise PrgbenchError(
                f"{file} has {_row(moved, keys)} in fold {moved['fold_given'].iloc[0]:.0f}, the "
                f"task has it in fold {moved['fold'].iloc[0]} ({len(moved):,} such rows): use the "
                "task's own folds."
            )
    ordered = official.merge(given, on=keys, how="left", suffixes=("", "_given"))
    return ordered["score"].to_numpy(dtype=np.float64)


def _read_csv(file: Path, columns: Sequence[str]) -> pd.DataFrame:
    try:
        table = pd.read_csv(file)
    except (OSError, ValueError) as error:
        raise PrgbenchError(f"{file} is not a readable CSV file: {error}") from None
    absent = [name for name in columns if name not in table]
    if absent:
        raise PrgbenchError(
            f"{file} lacks the column {', '.join(absent)}; it needs {', '.join(columns)} and has "
            f"{', '.join(map(str, table.columns))}."
        )
    for name in columns:
        numbers = pd.to_numeric(table[name], errors="coerce")
        wrong = numbers.isna()
        if name != "score":
            wrong |= numbers != numbers.round()
        if wrong.any():
            line = int(np.flatnonzero(wrong)[0]) + 2
            raise PrgbenchError(
                f"{file}, line {line}: {name} is {table[name].iloc[line - 2]}, "
                f"not a {'' if name == 'score' else 'whole '}number."
            )
        table[name] = numbers if name == "score" else numbers.astype(np.int64)
    return table[list(columns)]


def _row(rows: pd.DataFrame, keys: Sequence[str]) -> str:
    return ", ".join(f"{key} {rows[key].iloc[0]}" for key in keys)


def _with_own(pool: TaskScores, scores: Floats) -> TaskScores:
    unstated = np.full((1, len(scores)), -1, dtype=np.int8)
    return replace(
        pool,
        run_ids=np.concatenate([[OWN], pool.run_ids]),
        y_scores=np.vstack([scores, pool.y_scores]),
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
    rival = 1 + int(ranks[1:].argmin())
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


def _lead(
    pair: TaskScores, measure: Measure, decimals: int, options: dict[str, Any]
) -> dict[str, object]:
    """Return interval and p-value of how far the first of two models is ahead."""
    _, gaps = noise_floor_of_task(pair, [measure], decimals=decimals, **options)
    second = gap_tests_of_task(pair, gaps).sort_values("gap", kind="stable").iloc[-1]
    bounds = (second["gap_lower"], second["gap_upper"])
    if second["run_id"] == OWN:
        bounds = (-bounds[1], -bounds[0])
    return {"lower": bounds[0], "upper": bounds[1], "p_value": second["p_value"]}
