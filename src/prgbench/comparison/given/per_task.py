"""What changes in a task if another repeat, half or average had been looked at."""

from collections.abc import Iterator

import numpy as np
import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.given import Options
from prgbench.comparison.given.changed_picks import (
    change_by_fold_mean,
    change_by_half,
    repeats_compared,
)
from prgbench.comparison.given.crossed_moments import model_halves, moment_rows
from prgbench.comparison.given.gaps import gap_of_best_two, size_ratio
from prgbench.comparison.given.names import (
    FOLD_MEAN,
    HALF,
    REPEAT,
    WITH_PARTITION,
    WITHOUT_PARTITION,
)
from prgbench.comparison.given.part_scores import (
    scores_of_folds,
    scores_of_halves_of_repeats,
    scores_of_repeats,
)
from prgbench.comparison.setting import Setting
from prgbench.comparison.subsamples import scores_of_parts
from prgbench.comparison.task_scores import Floats, TaskScores, evaluate_models
from prgbench.replication.best_models import direction

_DRAW_OF_MODELS = 72


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, _options: Options
) -> Tables:
    """Return what the tables of the part need of a task.

    Returns
    -------
    dict of str to DataFrame
        ``given_changes``: a row per measure and what changes; ``given_repeats``: what
        `repeats_compared` returns; ``disagreement_moments``: what `moment_rows` returns;
        ``training_gaps``: a row per measure, what `gap_of_best_two` returns.
    """
    measures, decimals = setting.measures, setting.ranking.decimals
    names = [measure.name for measure in measures]
    pooled = evaluate_models(task.y_true, task.y_scores, measures).T * direction(measures)[:, None]
    folds = scores_of_folds(task, measures)
    halves = scores_of_parts(task, setting, 2)
    repeats = repeats_compared(scores_of_repeats(task, measures), names, decimals)
    ratio = size_ratio(task)
    changes, gaps = [], []
    for place, name in enumerate(names):
        own = repeats[(repeats["measure_a"] == name) & (repeats["measure_b"] == name)].iloc[0]
        found = {
            FOLD_MEAN: change_by_fold_mean(pooled[place], folds[:, place], decimals),
            REPEAT: (own["across_repeats"], own["sets_across_repeats"]),
            HALF: change_by_half(halves[:, :, place], decimals),
        }
        changes += [(name, source, *values) for source, values in found.items()]
        gap = gap_of_best_two(pooled[place], folds[:, place], halves[:, :, place], ratio, decimals)
        gaps.append({"measure": name, **gap})
    columns = ["measure", "source", "change", "sets_change"]
    tables = {
        "given_changes": pd.DataFrame(changes, columns=columns),
        "given_repeats": repeats,
        "disagreement_moments": pd.concat(_moments(task, setting, halves), ignore_index=True),
        "training_gaps": pd.DataFrame(gaps),
    }
    return {key: table.assign(task_id=task.task_id) for key, table in tables.items()}


def _moments(task: TaskScores, setting: Setting, halves: Floats) -> Iterator[pd.DataFrame]:
    names = [measure.name for measure in setting.measures]
    both = scores_of_halves_of_repeats(task, setting)
    for factors, scores in ((WITHOUT_PARTITION, halves), (WITH_PARTITION, both)):
        rng = np.random.default_rng([setting.seed, task.task_id, _DRAW_OF_MODELS])
        chosen = model_halves(rng, len(scores), len(task.run_ids))
        yield moment_rows(scores, chosen, names, factors, setting.ranking.decimals)
