"""Folds, repeats, resamples and seeds of a table of scores, as numbered replicates."""

from collections.abc import Sequence

import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.sources.scores.columns import FOLD, REPEAT, REPLICATES, RESAMPLE, SEED, SUBSET

MOST_USUAL_FOLDS = 10


def with_numbered_replicates(
    scores: pd.DataFrame, names: Sequence[str]
) -> tuple[pd.DataFrame, str | None]:
    """Return the scores with numbered replicates, and what these are.

    Seeds within folds or repeats are averaged. Repeats with folds are blocks of folds.
    """
    given = [role for role in REPLICATES if scores[role].notna().any()]
    keys = ["dataset", SUBSET, "model"]
    twice = scores.duplicated([*keys, *given])
    if twice.any():
        row = scores[twice].iloc[0]
        advice = "keep one"
        if not given:
            advice = (
                "add a column fold, repeat or seed that distinguishes them; if rows are "
                "instances, name the column of their classes, as in --columns y_true=label"
            )
        of_replicate = "".join(f", {role} {plain(str(row[role]))}" for role in given)
        raise PrgbenchError(
            f"The model {plain(row['model'])} has several rows on the data set "
            f"{plain(row['dataset'])}{of_replicate}: {advice}."
        )
    varies = next((role for role in (FOLD, RESAMPLE, REPEAT, SEED) if role in given), None)
    if varies != SEED and SEED in given:
        cells = [role for role in given if role != SEED]
        means = scores.groupby([*keys, *cells], sort=False)[list(names)].agg(_mean_of_all)
        scores = means.reset_index()
        given = cells
    blocks = [role for role in given if role in (REPEAT, RESAMPLE) and varies == FOLD]
    numbers = {"block": _numbers_of(scores, blocks), "replicate": _numbers_of(scores, given)}
    return scores.assign(**numbers), varies


def _numbers_of(scores: pd.DataFrame, roles: Sequence[str]) -> "pd.Series[int]":
    """Return numbers for the values of some roles, taken together."""
    if not roles:
        return pd.Series(0, scores.index)
    return scores.groupby(list(roles), dropna=False).ngroup()


def _mean_of_all(values: pd.Series) -> float:
    return float(values.mean(skipna=False))


def many_folds(scores: pd.DataFrame) -> str:
    """Say that many folds are taken as those of one cross-validation, if no column says it."""
    if scores[FOLD].isna().all() or scores[REPEAT].notna().any() or scores[RESAMPLE].notna().any():
        return ""
    most = int(scores.groupby("dataset")[FOLD].nunique().max())
    if most <= MOST_USUAL_FOLDS:
        return ""
    return (
        f"The {most:,} folds are taken as those of one cross-validation: if they are several "
        "repeats of fewer folds, add a column repeat."
    )
