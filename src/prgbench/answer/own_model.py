"""A model of the user's own among those of a task."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from prgbench.answer.confidence_sets import sets_of_task
from prgbench.answer.interface import Setting, table_of
from prgbench.answer.targets import targets_of_task
from prgbench.answer.task_scores import (
    Floats,
    evaluate_models,
    load_task_scores,
    replicates_of_task,
)
from prgbench.plotting.words import listing
from prgbench.run.csv_files import CsvTable, places, read_csv_table
from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import DECIMAL, plain
from prgbench.sources.store.bundle import Bundle
from prgbench.sources.table.layout import PARQUET
from prgbench.study.agreement import best_by_rank, direction
from prgbench.study.ranking import rank_losses

OWN = -1
SCORES = ("score", "y_score")
SHOWN_TASKS = 20
SHOWN_CELL = 60
NO_FRACTION = r"\.0*$"
WHOLE = rf"^-?[0-9]{{1,18}}({NO_FRACTION})?$"
NUMBER = f"^{DECIMAL}$"

# What is often written instead of a score, and what to do about it.
NO_SCORES = {
    r"": "predict every row",
    r"(?i)nan|na|null|none|\?": "predict every row",
    r"(?i)[+-]?inf(inity)?": "every finite score is a threshold of the curves, an infinite one is "
    "none; write a number beyond all others",
    r"(?i)true|false": "write the score of the positive class, not the decision",
    r"[+-]?[0-9]+,[0-9]+": "write a point for the comma",
    NUMBER: "it is beyond the largest number of 64 bits; make the scores smaller",
}


def models_of_task(models: pd.DataFrame, task: int | str, study: str) -> pd.DataFrame:
    """Return the models of a task among those of a study, whose name is for messages."""
    own = models[models["task_id" if isinstance(task, int) else "dataset_name"] == task]
    if own["task_id"].nunique() > 1:
        ids = listing([str(task_id) for task_id in sorted(own["task_id"].unique())])
        raise PrgbenchError(
            f"Study {study} has several tasks of the data set {plain(str(task))}: name one of "
            f"{ids}."
        )
    if own.empty:
        known = sorted(models["task_id"].unique())
        shown = ", ".join(map(str, known[:SHOWN_TASKS]))
        more = ", ..." if len(known) > SHOWN_TASKS else ""
        raise PrgbenchError(
            f"Task {plain(str(task))} is not in study {study}; it has the tasks {shown}{more}."
        )
    return own


def read_scores(file: Path, bundle: Bundle) -> Floats:
    """Read a user's scores in the order of the rows of a bundle.

    The CSV or Parquet file has the columns ``row_id`` and ``score`` or ``y_score`` (of the
    positive class), ``fold`` if the task's folds are known and ``repeat`` if the cross-validation
    is repeated. Other columns and the order of the rows do not matter.
    """
    official = pd.DataFrame(
        {"repeat": bundle.repeat(), "row_id": bundle.row_id(), "fold": bundle.fold()}
    ).astype(np.int64)
    keys = ["repeat", "row_id"] if official["repeat"].nunique() > 1 else ["row_id"]
    folds = ["fold"] if (official["fold"] >= 0).all() else []
    given = _read_columns(file, [*keys, *folds])
    twice = given.duplicated(keys)
    if twice.any():
        raise PrgbenchError(f"{file} has {_row(given[twice], keys)} more than once: keep one.")
    merged = official.merge(given, on=keys, how="outer", suffixes=("", "_given"), indicator=True)
    foreign = merged[merged["_merge"] == "right_only"]
    if len(foreign):
        raise PrgbenchError(
            f"{file} has {_row(foreign, keys)}, which is not in task "
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
                "folds of the task."
            )
    ordered = official.merge(given, on=keys, how="left", suffixes=("", "_given"))
    return ordered["score"].to_numpy(dtype=np.float64)


def _read_columns(file: Path, keys: Sequence[str]) -> pd.DataFrame:
    read = read_parquet_table if file.name.endswith(PARQUET) else read_csv_table
    found = read(file, [], [*keys, *SCORES]).columns
    score = next((name for name in SCORES if name in found), SCORES[0])
    table = read(file, [*keys, score])
    return pd.DataFrame(
        {name: _whole(table, name) for name in keys} | {"score": _scores(table, score)}
    )


def _whole(table: CsvTable, name: str) -> NDArray[np.int64]:
    cells = pc.ascii_trim_whitespace(pa.array(table.columns[name], pa.string()))
    wrong = pc.invert(pc.match_substring_regex(cells, WHOLE))
    if pc.any(wrong).as_py():
        _refuse(table, name, wrong, "not a whole number; write digits only")
    whole: NDArray[np.int64] = pc.replace_substring_regex(cells, NO_FRACTION, "").cast(pa.int64())
    return np.asarray(whole)


def _scores(table: CsvTable, name: str) -> Floats:
    cells = pc.ascii_trim_whitespace(pa.array(table.columns[name], pa.string()))
    numbers = pc.if_else(pc.match_substring_regex(cells, NUMBER), cells, "nan").cast(pa.float64())
    wrong = pc.invert(pc.is_finite(numbers))
    if pc.any(wrong).as_py():
        cell = cells[pc.index(wrong, True).as_py()].as_py()
        advice = (todo for kind, todo in NO_SCORES.items() if re.fullmatch(kind, cell))
        _refuse(table, name, wrong, f"not a number: {next(advice, 'write one')}")
    return np.asarray(numbers)


def _refuse(table: CsvTable, name: str, wrong: pa.Array, problem: str) -> NoReturn:
    row = pc.index(wrong, True).as_py()
    cell = plain(table.columns[name][row], SHOWN_CELL)
    table.refuse(row, f"{name} is {cell or 'empty'}, {problem}")


def _row(rows: pd.DataFrame, keys: Sequence[str]) -> str:
    return ", ".join(f"{key} {rows[key].iloc[0]}" for key in keys)


class ParquetTable(CsvTable):
    """Columns of a Parquet file, by name, their cells as texts."""

    def refuse(self, row: int, problem: str) -> NoReturn:
        """Say what is wrong in a row, counted from 1."""
        raise PrgbenchError(f"{self.path}, row {row + 1}: {problem}.")


def read_parquet_table(
    path: Path, needed: Sequence[str], more: Iterable[str] = ()
) -> ParquetTable:
    """Read columns of a Parquet file, as `read_csv_table` reads those of a CSV file."""
    try:
        names = pq.read_schema(path).names
        read = list(places(path, names, needed, more))
        table = pq.read_table(path, columns=read)
        cells = {name: table.column(name).cast(pa.string()).to_pylist() for name in read}
    except (OSError, pa.ArrowException) as error:
        problem = plain(str(error).splitlines()[0].rstrip("."))
        raise PrgbenchError(
            f"{path} can't be read as Parquet ({problem}): write it again."
        ) from None
    columns = {name: [cell or "" for cell in column] for name, column in cells.items()}
    return ParquetTable(path, [], columns)


@dataclass(frozen=True, slots=True)
class PlacedModel:
    """The place of a model by a measure or target: a row of `place_model`."""

    by: str
    value: float
    rank: float
    tied: int
    models: int
    rival: int
    rival_flow: str
    rival_value: float
    ahead: float
    lower: float
    upper: float
    in_set: bool | float
    set_size: float


def place_model(
    y_score: Floats, bundle: Bundle, models: pd.DataFrame, setting: Setting
) -> pd.DataFrame:
    """Place a model among those of its task, by every measure and target that needs scores only.

    Its ``rival`` is the best other model; it is ``ahead`` where it is better, whatever the
    measure. For measures also the percentile interval of that distance over bootstrap replicates,
    and whether the model is ``in_set``, the model confidence set of all models. There is no
    p-value of the distance: the rival is chosen for its score on the same instances.
    """
    pool = load_task_scores(bundle, sorted(models["run_id"].tolist()))
    unstated = np.full((1, len(y_score)), -1, dtype=np.int8)
    task = replace(
        pool,
        run_ids=np.concatenate([[OWN], pool.run_ids]),
        y_scores=np.vstack([y_score, pool.y_scores]),
        decisions=np.vstack([unstated, pool.decisions]),
    )
    flows = models.set_index("run_id")["flow_name"].to_dict()
    targets = targets_of_task(task).drop(columns="run_id")
    targets = targets[targets.columns[targets.iloc[0].notna()]]
    scores = evaluate_models(task.y_true, task.y_scores, setting.measures)
    directions = direction(setting.measures)
    columns = [*zip((m.name for m in setting.measures), scores.T, directions, strict=True)]
    columns += [(str(name), targets[name].to_numpy(), 1.0) for name in targets]
    resampled = replicates_of_task(task, setting).scores
    sets = sets_of_task(task, setting, setting.confidence_level)
    rows = []
    for place, (name, values, sign) in enumerate(columns):
        ranks = rank_losses(-sign * values, setting.ranking)
        rival = 1 + int(best_by_rank(ranks[1:]).argmax())
        bounds = (np.nan, np.nan)
        if place < len(setting.measures):
            distances = resampled[:, place, 0] - resampled[:, place, rival]
            bounds = _bounds(distances, setting.confidence_level)
        in_set = sets.get(name)
        rows.append(
            PlacedModel(
                by=name,
                value=values[0],
                rank=ranks[0],
                tied=int((ranks == ranks[0]).sum()),
                models=len(ranks),
                rival=int(task.run_ids[rival]),
                rival_flow=flows[int(task.run_ids[rival])],
                rival_value=values[rival],
                ahead=sign * (values[0] - values[rival]),
                lower=bounds[0],
                upper=bounds[1],
                in_set=np.nan if in_set is None else bool(in_set[0]),
                set_size=np.nan if in_set is None else int(in_set.sum()),
            )
        )
    return table_of(PlacedModel, rows)


def _bounds(distances: Floats, confidence_level: float) -> tuple[float, float]:
    """Return the percentile interval of a distance; NaN with fewer than two finite replicates."""
    defined = distances[np.isfinite(distances)]
    if len(defined) < 2:
        return np.nan, np.nan
    tail = (1 - confidence_level) / 2
    lower, upper = np.quantile(defined, [tail, 1 - tail])
    return float(lower), float(upper)
