"""Reads tables of predictions again with pandas: its own CSV parser, its own way with Parquet."""

from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.archive.interface import Run, Task
from prgbench.archive.table.found_tables import Part
from prgbench.archive.table.label_text import label_text, name_text
from prgbench.archive.table.layout import SCORE
from prgbench.archive.table.sorted_tables import mirrored
from prgbench.archive.table.source import TableSource
from prgbench.second_opinion.other_code import NotReadError, other_code
from prgbench.second_opinion.reading import Classes, Reader, Reading, Rows, decoding_seconds

ROWS_AT_ONCE = 1 << 18
LEAST_SECONDS = 600.0
_SCORES = "score "


class TableReader(Reader):
    """Reads the rows of a model in all files of a table, from their beginning to their end.

    Parameters
    ----------
    source : TableSource
        The table.
    """

    def __init__(self, source: TableSource) -> None:
        self._source = source

    @property
    def how(self) -> str:
        """How it reads, as the end of a sentence."""
        return f"read again by pandas {version('pandas')}"

    def read(self, task: Task, run: Run, classes: Classes) -> Reading:
        """Read the rows of a run."""
        with other_code(decoding_seconds(task, LEAST_SECONDS)):
            found = [
                rows
                for part in self._source.parts()
                if isinstance(part, Part)
                for frame in _frames(part)
                if len(rows := _rows_of(part, frame, task, run))
            ]
            if not found:
                raise NotReadError("no table has rows of it")
            scored = self._source.positive_label_of(task) or task.classes[-1]
            return Reading(_as_rows(pd.concat(found, ignore_index=True), classes, scored))


def _frames(part: Part) -> Iterator[pd.DataFrame]:
    columns = part.layout.columns
    if part.is_csv:
        with pd.read_csv(
            part.name,
            usecols=columns,
            dtype=str,
            keep_default_na=False,
            chunksize=ROWS_AT_ONCE,
        ) as frames:
            yield from frames
    else:
        for batch in part.batches(columns, ROWS_AT_ONCE):
            yield batch.to_pandas()


def _rows_of(part: Part, frame: pd.DataFrame, task: Task, run: Run) -> pd.DataFrame:
    """Return a model's rows: what they are of as texts, the scores by label."""
    layout = part.layout
    mine = _equal(part, frame, "dataset", task.dataset_name)
    scores = layout.scores
    if layout.wide:
        scores = {SCORE: scores[run.flow_name]} if run.flow_name in scores else {}
        mine &= bool(scores)
    else:
        mine &= _equal(part, frame, "model", run.flow_name)
    own = frame[mine]
    rows = pd.DataFrame({"truth": own[layout.roles["y_true"]].map(label_text)})
    for role, otherwise in (("repeat", 0), ("fold", 0), ("row_id", None)):
        known = layout.roles.get(role)
        rows[role] = layout.fixed.get(role, otherwise) if known is None else own[known]
    for label, column in scores.items():
        rows[f"{_SCORES}{label}"] = pd.to_numeric(own[column]).astype(float)
    return rows.dropna(subset=_SCORES) if layout.wide and scores else rows


def _equal(part: Part, frame: pd.DataFrame, role: str, name: str) -> NDArray[np.bool_]:
    if role in part.layout.fixed:
        return np.full(len(frame), part.layout.fixed[role] == name)
    column = frame[part.layout.roles[role]].astype("category").cat
    wanted = [code for code, value in enumerate(column.categories) if name_text(value) == name]
    return np.isin(column.codes.to_numpy(), wanted)


def _as_rows(table: pd.DataFrame, classes: Classes, scored: str) -> Rows:
    table = table.assign(
        repeat=pd.to_numeric(table["repeat"]).rank(method="dense").astype(int) - 1,
        fold=pd.to_numeric(table["fold"]),
    )
    if table["row_id"].isna().all():
        table = table.sort_values(["repeat", "fold"], kind="stable", ignore_index=True)
        row_id: NDArray[np.int64] = np.arange(len(table), dtype=np.int64)
    else:
        row_id = np.unique(_ids(table["row_id"]), return_inverse=True)[1].astype(np.int64)
    by_label = {
        name.removeprefix(_SCORES) or scored: table[name].to_numpy()
        for name in map(str, table)
        if name.startswith(_SCORES)
    }
    known = [label for label in classes if label in by_label]
    scores = [
        by_label[label] if label in by_label else mirrored(by_label[known[0]]) for label in classes
    ]
    truth: NDArray[Any] = (table["truth"] == classes[1]).to_numpy().astype(np.int8)
    repeat: NDArray[Any] = table["repeat"].to_numpy(dtype=np.int64)
    return Rows(repeat, row_id, truth, np.stack(scores))


def _ids(given: pd.Series) -> pd.Series:
    """Return numbers in the order of the ids: texts come first, by their checksums."""
    numbers = pd.to_numeric(given, errors="coerce")
    if numbers.notna().all():
        return numbers.astype("int64")
    checksums = pd.util.hash_array(given.astype(str).to_numpy(dtype=object), categorize=False)
    texts = -1 - (checksums >> np.uint64(1)).astype(np.int64)
    return pd.Series(np.where(numbers.isna(), texts, numbers.fillna(0).astype("int64")))
