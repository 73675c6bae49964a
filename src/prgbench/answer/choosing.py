"""Which measure to choose by: how much of a target is lost if models are chosen by something else.

Models are chosen on one half of the instances and judged on the other, against the model that the
target itself chooses there. What chooses are the measures, the mean rank over them, and chance;
what is lost are the measures themselves, F1, and what the stored decisions give. A measure that is
less noisy may choose better than the target: the loss is then negative, a gain.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.interface import (
    Bound,
    Part,
    PartOptions,
    PValue,
    Study,
    Tables,
    table_of,
)
from prgbench.answer.scored_task import ScoredTask, Setting
from prgbench.answer.scores_of_rows import mean_or_nan
from prgbench.answer.targets import F_TARGETS, TargetOfHalves, arithmetic, targets_of_halves
from prgbench.answer.task_scores import TaskScores
from prgbench.answer.verdicts import (
    EQUIVALENT,
    FEWEST_DATASETS,
    FEWEST_FOR_NO_DIFFERENCE,
    ChoiceVerdict,
)
from prgbench.metrics.theory import gain
from prgbench.stats.cluster_bootstrap import Resampling, Statistic
from prgbench.stats.families import holm, sign_flip_test
from prgbench.stats.ranks import centred_ranks
from prgbench.study.agreement import best_by_score
from prgbench.typing import BoolArray, Floats

MEAN_RANK = "mean_rank"
RANDOM_MODEL = "random_model"
NO_TRUE_POSITIVE = "F-gain: tasks in which a pick has no true positive are left out"
FEWEST_JUDGES = 20
"""A half with fewer rows of either class judges no choice."""

_EQUAL = 1e-12


@dataclass(frozen=True, slots=True)
class Choice:
    """How much of a target is lost by choosing ``by`` something else; a gain is a negative loss.

    ``loss`` is a mean over tasks, of F-scores by way of F-gain; ``arithmetic`` is the plain mean,
    which is tested. ``half`` is the median number of instances of a half.
    """

    by: str
    target: str
    loss: float
    lower: Bound
    upper: Bound
    arithmetic: float
    half: float
    p_value: PValue
    tasks: int
    datasets: int
    infinite: int
    undefined: int
    note: str
    p_adjusted: PValue = float("nan")
    verdict: str = ChoiceVerdict.NOT_RESOLVED


def per_task(task: ScoredTask, setting: Setting, _options: PartOptions) -> Tables:
    """Return ``choices``, a row per target and chooser."""
    rows = list(choices_of_task(task, setting))
    halves = {"half": task.n_units / 2, "prevalence": _prevalence(task)}
    return {"choices": pd.DataFrame(rows).assign(task_id=task.task_id, **halves)}


def choices_of_task(task: ScoredTask, setting: Setting) -> Iterator[dict[str, str | float]]:
    """Choose on one half of each split by each measure and target, judge on the other half.

    Each split is used both ways. Ties are broken at random: the results are expectations.
    ``difference`` is the mean target of the target's own pick minus that of the other pick; gains
    of F-scores are pooled as in `TargetOfHalves` (-inf without a true positive). Choices are
    ``undefined`` if a half has fewer than `FEWEST_JUDGES` rows of a class or a pick has no target.
    Replicates of scores have the measures alone as targets.
    """
    names = [measure.name for measure in setting.measures]
    decimals = setting.ranking.decimals
    scores = task.scores_of_halves(setting)
    mean_rank = -ranks_of_choosers(scores, decimals).mean(axis=2, keepdims=True)
    choosers = best_by_score(np.concatenate([scores, mean_rank], axis=2), decimals)
    targets = {name: arithmetic(scores[:, :, index]) for index, name in enumerate(names)}
    if isinstance(task, TaskScores):
        targets |= targets_of_halves(task, setting)
        if task.smaller_class < 2 * FEWEST_JUDGES:
            targets = {name: arithmetic(np.full_like(scores[:, :, 0], np.nan)) for name in targets}
    for name, target in targets.items():
        best_by_target = best_by_score(target.values, decimals)
        # Chance picks among the models that the judging part has a value of.
        every = ~np.isnan(target.values[:, ::-1])
        sets = np.concatenate([choosers, every[:, :, None], best_by_target[:, :, None]], axis=2)
        prevalence = _prevalence(task) if name in F_TARGETS else float("nan")
        losses = _losses(target, _both_ways(sets), prevalence)
        for chooser, loss in zip([*names, MEAN_RANK, RANDOM_MODEL], losses, strict=True):
            if chooser != name:
                yield {"by": chooser, "target": name, **loss}


def ranks_of_choosers(scores: Floats, decimals: int) -> Floats:
    """Return the centred ranks by scores that are rounded first; NaN where no model has a score.

    Models without a score share the last ranks.
    """
    rounded = np.round(scores, decimals)
    ranks = centred_ranks(np.where(np.isnan(rounded), -np.inf, rounded))
    ranks[np.isnan(scores).all(axis=-1)] = np.nan
    return ranks


def _prevalence(task: ScoredTask) -> float:
    return task.prevalence if isinstance(task, TaskScores) else float("nan")


def _both_ways(values: NDArray[Any]) -> NDArray[Any]:
    """Put both ways of each split below each other, (splits, 2, ...) to (2 splits, ...)."""
    return values.reshape(-1, *values.shape[2:])


def _losses(
    target: TargetOfHalves, sets: BoolArray, prevalence: float
) -> Iterator[dict[str, float]]:
    """Yield the losses of all sets (choices, sets, models) but the last, the target's own."""
    values, hits, totals = (
        mean_of_sets(sets, _both_ways(of_parts[:, ::-1]))
        for of_parts in (target.values, target.hits, target.totals)
    )
    defined = ~np.isnan(values)
    for chooser in range(sets.shape[1] - 1):
        both_defined = defined[:, chooser] & defined[:, -1]
        pick_gain = own_gain = np.nan
        if not np.isnan(prevalence) and both_defined.any():
            pick_gain, own_gain = (
                float(
                    gain(hits[both_defined, at].sum() / totals[both_defined, at].sum(), prevalence)
                )
                for at in (chooser, -1)
            )
        difference = mean_or_nan(values[both_defined, -1] - values[both_defined, chooser])
        yield {
            "difference": 0.0 if abs(difference) <= _EQUAL else difference,
            "pick_gain": pick_gain,
            "own_gain": own_gain,
            "splits": int(both_defined.sum()),
            "undefined": int((~both_defined).sum()),
        }


def mean_of_sets(sets: BoolArray, values: Floats) -> Floats:
    """Average values (..., models) over sets (..., sets, models): expected under a random order.

    NaN for an empty set, or one with a model whose value is NaN.
    """
    missing = np.isnan(values)
    totals = (sets @ np.where(missing, 0.0, values)[..., None])[..., 0]
    sizes = sets.sum(axis=-1)
    undefined = (sets & missing[..., None, :]).any(axis=-1) | (sizes == 0)
    return np.where(undefined, np.nan, totals / np.maximum(sizes, 1))


def tables(study: Study, _options: PartOptions) -> Tables:
    """Return ``choosing``, a row per target and chooser."""
    datasets = study.models.cluster_of_task
    choices = study.per_task["choices"].join(datasets, on="task_id")
    measures = [measure.name for measure in study.setting.measures]
    return {"choosing": choosing(choices, measures, study.resampling)}


def choosing(
    choices: pd.DataFrame, measures: Sequence[str], resampling: Resampling
) -> pd.DataFrame:
    """Summarise the losses over the tasks.

    P-values are of sign flips of data sets for "the mean difference is 0". Holm adjusts them in
    two families: the measures as targets, and the other targets.
    """
    rows = [
        _choice(str(target), str(by), losses, resampling)
        for (target, by), losses in choices.groupby(["target", "by"], sort=False)
    ]
    table = table_of(Choice, rows)
    family = table["target"].isin(measures)
    table["p_adjusted"] = table.groupby(family)["p_value"].transform(holm)
    return table.assign(verdict=_verdicts(table, 1 - resampling.confidence_level))


def _choice(target: str, by: str, table: pd.DataFrame, resampling: Resampling) -> Choice:
    defined = table[table["difference"].notna()]
    datasets = defined["dataset_id"].to_numpy()
    differences = defined["difference"].to_numpy()
    bootstrap = resampling.of(datasets)
    loss = bootstrap.interval(bootstrap.mean(differences))
    infinite = 0
    note = ""
    if target in F_TARGETS and defined["own_gain"].notna().any():
        finite = defined[np.isfinite(defined["own_gain"]) & np.isfinite(defined["pick_gain"])]
        infinite = len(defined) - len(finite)
        statistic = _difference_of_f_scores(finite, resampling)
        loss = resampling.of(finite["dataset_id"]).interval(statistic)
        note = NO_TRUE_POSITIVE if infinite else ""
    return Choice(
        by=by,
        target=target,
        loss=loss.estimate,
        lower=loss.lower,
        upper=loss.upper,
        arithmetic=mean_or_nan(differences),
        half=defined["half"].median(),
        p_value=sign_flip_test(differences, datasets, seed=resampling.seed),
        tasks=len(defined),
        datasets=bootstrap.n_clusters,
        infinite=infinite,
        undefined=len(table) - len(defined),
        note="; ".join(filter(None, [loss.note, note])),
    )


def _difference_of_f_scores(table: pd.DataFrame, resampling: Resampling) -> Statistic:
    """Return the statistic "F of own gains minus F of the picks' gains".

    A mean gain G is converted back at the mean odds o, as `mean_fbeta` does: F = o / (o + 1 - G).
    """
    odds = table["prevalence"] / (1 - table["prevalence"])
    sums = resampling.of(table["dataset_id"]).cluster_sums(
        np.column_stack([odds, 1 - table["own_gain"], 1 - table["pick_gain"]])
    )

    def statistic(weights: Floats) -> Floats:
        odds, target_gain, pick = (weights @ sums).T
        with np.errstate(invalid="ignore"):
            difference: Floats = odds / (odds + target_gain) - odds / (odds + pick)
        return difference

    return statistic


def _verdicts(table: pd.DataFrame, level: float) -> NDArray[np.str_]:
    """Say of each row whether choosing costs; both the test and the interval must show it.

    That it costs nothing is said of enough data sets for a loss that only some of them have.
    """
    shown = table["p_adjusted"] <= level
    within = (table["lower"] > -EQUIVALENT) & (table["upper"] < EQUIVALENT)
    return np.select(
        [
            table["datasets"] < FEWEST_DATASETS,
            shown & (table["lower"] > 0),
            shown & (table["upper"] < 0),
            within & (table["datasets"] >= FEWEST_FOR_NO_DIFFERENCE),
        ],
        [
            ChoiceVerdict.TOO_FEW,
            ChoiceVerdict.COSTS,
            ChoiceVerdict.GAINS,
            ChoiceVerdict.NO_DIFFERENCE,
        ],
        ChoiceVerdict.NOT_RESOLVED,
    )


PART = Part("choosing", PartOptions, tables, per_task, rows={"choosing": Choice})
