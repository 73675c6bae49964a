"""A table of scores: models on data sets by measures, with folds, repeats or seeds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain
from prgbench.sources.scores.frames import IN_MEMORY, MTEB_SCORE, Frame, mteb_files, read_frames
from prgbench.sources.scores.layout import (
    FOLD,
    REPEAT,
    REPLICATES,
    ROLES,
    SEED,
    check_roles,
    direction_of,
    found_column,
    long_form,
)

MISSING = "a score is missing or not finite"
ALONE = "fewer than two models with all scores"


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Scores of models on data sets.

    ``scores`` has the columns ``dataset`` and ``model``, ``block`` and ``replicate`` (whole
    numbers), and one for each measure; all models of a data set have the same replicates.
    Replicates of a block are the folds of one cross-validation, or the seeds or repeats.
    ``measures`` says of each whether higher is better; ``varies`` is what the replicates are:
    ``"fold"``, ``"seed"``, ``"repeat"`` or None. ``left_out`` has the data set, model (None for
    all) and reason of what is not among the scores.
    """

    label: str
    scores: pd.DataFrame
    measures: Mapping[str, bool]
    varies: str | None
    left_out: Sequence[tuple[str, str | None, str]] = field(default=())


def read_scores(
    table: Any,
    *,
    measures: Sequence[str] | None = None,
    stated: Mapping[str, bool] | None = None,
    columns: Mapping[str, str] | None = None,
) -> ScoreTable:
    """Read a table of scores: a data frame, files, or a folder with results of MTEB.

    ``measures`` are the columns that are compared, or the one measure of a wide table; default all
    that are measures by their names, of MTEB the main score. ``stated`` says whether higher is
    better where the name does not tell, ``columns`` has columns by role where they have other
    names.

    Examples
    --------
    >>> frame = pd.DataFrame({"dataset": "d", "model": ["a", "b"], "rmse": [0.5, 0.25]})
    >>> read = read_scores(frame)
    >>> read.measures, read.varies, len(read.scores)
    ({'rmse': False}, None, 2)
    """
    mapping, said = dict(columns or {}), dict(stated or {})
    check_roles(mapping)
    frames = read_frames(table)
    first = frames[0][1]
    wide = found_column("model", [str(name) for name in first.columns], mapping) is None
    chosen = measures or ([MTEB_SCORE] if mteb_files(table) else None)
    parts = [long_form(frame, mapping, chosen, said, wide=wide) for frame in frames]
    names = [name for name in parts[0].columns if name not in ROLES]
    for (place, *_), part in zip(frames, parts, strict=True):
        if missing := [name for name in names if name not in part]:
            raise PrgbenchError(
                f"{place} lacks the column {plain(missing[0])} of the first table: add it, or "
                "name the measures that all tables have."
            )
    scores = pd.concat(parts, ignore_index=True)[[*parts[0].columns]]
    directions = {name: direction_of(name, said) for name in names}
    return _complete(_label(frames), scores, directions)


def _complete(label: str, scores: pd.DataFrame, measures: Mapping[str, bool]) -> ScoreTable:
    """Return the scores of the models that have all scores of their data sets."""
    names = list(measures)
    scores, varies = _replicates(scores, names)
    finite = np.isfinite(scores[names].to_numpy()).all(axis=1)
    cells = scores.groupby("dataset")["replicate"].nunique()
    counts = scores[finite].groupby(["dataset", "model"]).size()
    every = scores.groupby(["dataset", "model"], sort=False).size().index
    left_out: list[tuple[str, str | None, str]] = []
    kept = []
    for dataset, own in every.to_frame(index=False).groupby("dataset", sort=False):
        _check_values(str(dataset), scores[scores["dataset"] == dataset], names)
        whole = [
            model
            for model in own["model"]
            if counts.get((dataset, model), 0) == cells.loc[dataset]
        ]
        left_out += [(str(dataset), str(m), MISSING) for m in own["model"] if m not in whole]
        if len(whole) < 2:
            left_out.append((str(dataset), None, ALONE))
        else:
            kept.append(scores[(scores["dataset"] == dataset) & scores["model"].isin(whole)])
    if not kept:
        raise PrgbenchError(
            f"The {label} has no data set with two models that have all scores: fill what is "
            "missing, or leave out what most models lack."
        )
    columns = ["dataset", "model", "block", "replicate", *names]
    return ScoreTable(
        label, pd.concat(kept, ignore_index=True)[columns], measures, varies, left_out
    )


def _replicates(scores: pd.DataFrame, names: Sequence[str]) -> tuple[pd.DataFrame, str | None]:
    """Return the scores with numbered replicates, and what these are.

    Seeds within folds or repeats are averaged. Repeats with folds are blocks of folds.
    """
    given = [role for role in REPLICATES if scores[role].notna().any()]
    keys = ["dataset", "model"]
    twice = scores.duplicated([*keys, *given])
    if twice.any():
        row = scores[twice].iloc[0]
        advice = "keep one" if given else "add a column fold, repeat or seed that tells them apart"
        told = "".join(f", {role} {plain(str(row[role]))}" for role in given)
        raise PrgbenchError(
            f"The model {plain(row['model'])} has several rows on the data set "
            f"{plain(row['dataset'])}{told}: {advice}."
        )
    varies = FOLD if FOLD in given else REPEAT if REPEAT in given else SEED if given else None
    if varies in (FOLD, REPEAT) and SEED in given:
        cells = [role for role in (REPEAT, FOLD) if role in given]
        missing = scores[names].isna().any(axis=1)
        scores = scores.assign(**{name: scores[name].mask(missing) for name in names})
        means = scores.groupby([*keys, *cells], sort=False)[list(names)].agg(_mean_of_all)
        scores, given = means.reset_index(), cells
    blocks = [REPEAT] if varies == FOLD and REPEAT in given else []
    numbers = {"block": _numbers_of(scores, blocks), "replicate": _numbers_of(scores, given)}
    return scores.assign(**numbers), varies


def _numbers_of(scores: pd.DataFrame, roles: Sequence[str]) -> "pd.Series[int]":
    """Return numbers for the values of some roles, taken together."""
    if not roles:
        return pd.Series(0, scores.index)
    return scores.groupby(list(roles), dropna=False).ngroup()


def _mean_of_all(values: pd.Series) -> float:
    return float(values.mean(skipna=False))


def _check_values(dataset: str, scores: pd.DataFrame, names: Sequence[str]) -> None:
    for name in names:
        if scores[name].isna().all():
            raise PrgbenchError(
                f"The data set {plain(dataset)} has no value of {plain(name)}: compare data sets "
                "that have the same measures, or name those that all have with `measures`."
            )


def _label(frames: Sequence[Frame]) -> str:
    place = frames[0][0]
    more = f" and {len(frames) - 1} more" if len(frames) > 1 else ""
    return "table of scores" if place == IN_MEMORY else f"table of scores {plain(place)}{more}"
