"""A table of scores: models on data sets by measures, with folds, repeats or seeds."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain
from prgbench.sources.scores.layout import (
    FOLD,
    REPEAT,
    REPLICATES,
    ROLES,
    SEED,
    Frame,
    check_roles,
    check_width,
    direction_of,
    found_column,
    long_form,
)
from prgbench.sources.table.found_tables import arrow_problem, open_file
from prgbench.sources.table.layout import datasets_of, find_files

IN_MEMORY = "The table"
MTEB_META = "model_meta.json"
MTEB_SCORE = "main_score"

ONLY_DATASET = "data"
ROWS_AT_ONCE = 1 << 16
DECIMAL_COMMA = re.compile(r"^([+-]?[0-9]*),([0-9]+)$")


def column_names(table: Any) -> list[str]:
    """Return the names of the columns of a table, of the first file of several.

    What can't be opened has none: whoever reads all of it says why.
    """
    try:
        if not _is_place(table):
            return [str(name) for name in _in_memory(table).columns]
        if files := mteb_files(table):
            return list(_of_mteb(files[:1]).columns)
        return open_file(find_files(_places(table))[0])[0]
    except (PrgbenchError, TypeError):
        return []


def read_frames(table: Any) -> list[Frame]:
    """Return the tables in files or in memory, each with the name that error messages use.

    Without a column of data sets, a file is one that is called as the file.
    """
    if not _is_place(table):
        return [(IN_MEMORY, _in_memory(table), ONLY_DATASET)]
    if files := mteb_files(table):
        return [(plain(_places(table)[0]), _of_mteb(files), ONLY_DATASET)]
    files = find_files(_places(table))
    return [(str(path), _of_file(path), name) for path, name in datasets_of(files).items()]


def mteb_files(table: Any) -> list[Path]:
    """Return the result files of MTEB in folders: ``<model>/<revision>/<task>.json``."""
    folders = [Path(place) for place in _places(table)] if _is_place(table) else []
    return [
        file
        for folder in folders
        if folder.is_dir()
        for file in sorted(folder.rglob("*.json"))
        if file.name != MTEB_META and len(file.relative_to(folder).parts) > 1
    ]


def _of_mteb(files: Iterable[Path]) -> pd.DataFrame:
    """Return a row for each result of MTEB, with the means over splits and subsets."""
    rows: list[dict[str, object]] = []
    for path in files:
        try:
            result = json.loads(path.read_text(encoding="utf-8"))
            scores = [
                result_of_split for split in result["scores"].values() for result_of_split in split
            ]
            names = [
                name
                for name, value in scores[0].items()
                if isinstance(value, float | int)
                and all(name in result_of_split for result_of_split in scores)
            ]
            means = {
                name: float(np.mean([result_of_split[name] for result_of_split in scores]))
                for name in names
            }
            task = str(result["task_name"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError):
            raise PrgbenchError(
                f"{path} is not a result of MTEB from version 1.11 on, with the keys task_name "
                "and scores: remove it."
            ) from None
        rows.append({"dataset": task, "model": path.parts[-3].replace("__", "/"), **means})
    return pd.DataFrame(rows)


def _of_file(path: Path) -> pd.DataFrame:
    """Read a file; cells of all but Parquet files are texts."""
    names, batches, separator = open_file(path)
    check_width(str(path), names)
    try:
        table = pa.Table.from_batches(batches(names, ROWS_AT_ONCE))
    except (pa.ArrowException, ValueError, OSError) as error:
        raise PrgbenchError(
            f"{path} can't be read ({arrow_problem(error)}): write it again."
        ) from None
    frame: pd.DataFrame = table.to_pandas()
    if separator in ("", ","):
        return frame
    return frame.map(lambda cell: DECIMAL_COMMA.sub(r"\1.\2", cell))


def _in_memory(table: Any) -> pd.DataFrame:
    """Return a data frame as one of pandas; an index with a name or of texts is a column."""
    if isinstance(table, pd.DataFrame):
        if isinstance(table.index, pd.RangeIndex) and table.index.name is None:
            return table
        named = table.rename_axis(index="dataset") if _is_unnamed(table) else table
        return named.reset_index()
    if hasattr(table, "__arrow_c_stream__"):
        frame: pd.DataFrame = pa.table(table).to_pandas()
        return frame
    raise TypeError(
        f"A table of scores is a file's path or a data frame of pandas, polars or Arrow, "
        f"not {type(table).__name__}."
    )


def _is_unnamed(frame: pd.DataFrame) -> bool:
    texts = frame.index.nlevels == 1 and not pd.api.types.is_numeric_dtype(frame.index)
    return texts and frame.index.name is None and "dataset" not in frame.columns


def _is_place(table: Any) -> bool:
    return isinstance(table, str | PathLike) or (
        isinstance(table, Sequence) and all(isinstance(one, str | PathLike) for one in table)
    )


def _places(table: Any) -> list[str]:
    return [fspath(table)] if isinstance(table, str | PathLike) else [fspath(one) for one in table]


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
    for dataset, of_dataset in every.to_frame(index=False).groupby("dataset", sort=False):
        _check_values(str(dataset), scores[scores["dataset"] == dataset], names)
        whole = [
            model
            for model in of_dataset["model"]
            if counts.get((dataset, model), 0) == cells.loc[dataset]
        ]
        left_out += [
            (str(dataset), str(m), MISSING) for m in of_dataset["model"] if m not in whole
        ]
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
    name = Path(frames[0][0]).name
    more = f" and {len(frames) - 1} more" if len(frames) > 1 else ""
    return "table of scores" if name == IN_MEMORY else f"table of scores {plain(name)}{more}"
