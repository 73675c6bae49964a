"""Readers that other people wrote: liac-arff, the package openml, pandas."""

import time
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib.metadata import version
from typing import Any, TypeVar
from urllib.parse import urlsplit

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain
from prgbench.second_opinion.reading import (
    LEAST_SECONDS,
    Classes,
    Labels,
    NotReadError,
    Reader,
    Reading,
    Rows,
    decoding_seconds,
    other_code,
    rows_of,
)
from prgbench.sources.folder import FolderSource
from prgbench.sources.interface import Run, Source, Task
from prgbench.sources.openml.address import SERVER
from prgbench.sources.store.fetched import class_of_rows
from prgbench.sources.table.aligned import mirrored
from prgbench.sources.table.found_tables import Part
from prgbench.sources.table.layout import SCORE, label_text, name_text
from prgbench.sources.table.source import TableSource

IMPORT_SECONDS = 300.0
TRIES = 2
AUROC = "area_under_roc_curve"
ROWS_AT_ONCE = 1 << 18
LEAST_SECONDS_BY_TABLE = 600.0

_SCORES = "score "

Answer = TypeVar("Answer")


def reader_of(source: Source, server: str, requests_per_second: float) -> Reader:
    """Return the reader for a source; the server and the rate are those for OpenML."""
    if isinstance(source, FolderSource):
        return ArffReader(source)
    if isinstance(source, TableSource):
        return TableReader(source)
    if source.plan is not None and not source.has_pages:
        raise PrgbenchError(
            f"The frozen study of the {source.label} has no prediction files: `verify` can read "
            "those of OpenML again, no others."
        )
    return OpenMLReader(server, requests_per_second)


class ArffReader(Reader):
    """Reads the prediction files of a folder, which the package openml can't fetch."""

    def __init__(self, source: FolderSource) -> None:
        self._source = source

    @property
    def how(self) -> str:
        """How it reads, as the end of a sentence."""
        return f"decoded again by liac-arff {version('liac-arff')}, which the package openml uses"

    def read(self, task: Task, run: Run, classes: Classes) -> Reading:
        """Read the file of a run."""

        def target_of(row_id: NDArray[np.int64]) -> Labels:
            truth = self._source.truth(task)
            if truth is None:
                return np.full(len(row_id), None)
            labels = np.array([*truth.classes, None], dtype=object)
            return labels[class_of_rows(truth, row_id)]

        with other_code(decoding_seconds(task)):
            import arff

            with self._source.send(task, run).path.open(encoding="utf-8") as file:
                decoded = arff.load(file)
            names = [name for name, _ in decoded["attributes"]]
            table = pd.DataFrame(decoded["data"], columns=names)
            return Reading(rows_of(table, classes, target_of))


class OpenMLReader(Reader):
    """Fetches runs, their tasks and their files with the package openml.

    The package's own configuration holds: its cache, and its server unless another one is given.
    Its API key is not used: all data of a study are public, the server refuses wrong keys, and the
    package would send the key to any address in a run's description.
    """

    knows_runs = True

    def __init__(
        self, server: str, requests_per_second: float, seconds: float = LEAST_SECONDS
    ) -> None:
        self._server = server
        self._requests_per_second = requests_per_second
        self._seconds = seconds

    @property
    def how(self) -> str:
        """How it reads, as the end of a sentence."""
        parts = urlsplit(self._openml.config.server)
        server = plain(f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}")
        return f"fetched from {server} and decoded again by the package openml {version('openml')}"

    def read(self, task: Task, run: Run, classes: Classes) -> Reading:
        """Fetch and read the predictions of a run."""
        openml = self._openml
        longest = decoding_seconds(task, self._seconds)
        found = self._ask("run", 1, self._seconds, lambda: openml.runs.get_run(run.run_id))
        theirs = self._ask("task", 3, self._seconds, lambda: openml.tasks.get_task(found.task_id))

        def rows() -> Rows:
            return rows_of(found.predictions, classes, target_of)

        def target_of(row_id: NDArray[np.int64]) -> Labels:
            return _target(openml, theirs.dataset_id, theirs.target_name, row_id)

        stored = (found.evaluations or {}).get(AUROC)
        stated = {
            "task_id": found.task_id,
            "dataset_id": theirs.dataset_id,
            "target": theirs.target_name,
            "flow_id": found.flow_id,
            "flow_name": found.flow_name,
        }
        return Reading(
            self._ask("predictions", 3, longest, rows),
            stored if isinstance(stored, float) else None,
            stated,
        )

    @cached_property
    def _openml(self) -> Any:
        """The package, which takes seconds to import."""
        try:
            with other_code(IMPORT_SECONDS):
                import openml
        except NotReadError as error:
            raise PrgbenchError(
                f"The package openml can't be used ({error}): see to its configuration "
                "(~/.config/openml/config) and its cache, or install requirements.lock again."
            ) from None
        if self._server != SERVER:
            openml.config.server = f"{self._server}/api/v1/xml"
        openml.config.apikey = ""
        openml.config.set_retry_policy("human", TRIES)
        return openml

    def _ask(self, what: str, requests: int, seconds: float, call: Callable[[], Answer]) -> Answer:
        """Call the package, then wait as long as this number of requests may take."""
        try:
            with other_code(seconds):
                return call()
        except NotReadError as error:
            raise type(error)(f"{what}: {error}") from None
        finally:
            time.sleep(requests / self._requests_per_second)


def _target(openml: Any, dataset_id: int, name: str, row_id: NDArray[np.int64]) -> Labels:
    data, *_ = openml.datasets.get_dataset(dataset_id).get_data(
        include_row_id=True, include_ignore_attribute=True
    )
    labels: Labels = data[name].astype(object).to_numpy()
    if row_id.max(initial=0) >= len(labels):
        raise NotReadError(f"the data set has {len(labels)} instances, not {row_id.max()}")
    return labels[row_id]


class TableReader(Reader):
    """Reads the rows of a model in all files of a table, from their beginning to their end."""

    def __init__(self, source: TableSource) -> None:
        self._source = source

    @property
    def how(self) -> str:
        """How it reads, as the end of a sentence."""
        return f"read again by pandas {version('pandas')}"

    def read(self, task: Task, run: Run, classes: Classes) -> Reading:
        """Read the rows of a run."""
        with other_code(decoding_seconds(task, LEAST_SECONDS_BY_TABLE)):
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
    columns = [name for name in part.layout.columns if name not in part.layout.fixed]
    if part.separator:
        with pd.read_csv(
            part.name,
            sep=part.separator,
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
        text = layout.text(role)
        stated = text is None and role in layout.roles
        rows[role] = own[layout.roles[role]] if stated else text or otherwise
    for label, column in scores.items():
        written = own[column].str.replace(",", ".") if part.decimal_comma else own[column]
        rows[f"{_SCORES}{label}"] = pd.to_numeric(written).astype(float)
    return rows.dropna(subset=_SCORES) if layout.wide and scores else rows


def _equal(part: Part, frame: pd.DataFrame, role: str, name: str) -> NDArray[np.bool_]:
    if (text := part.layout.text(role)) is not None:
        return np.full(len(frame), text == name)
    column = frame[part.layout.roles[role]].astype("category").cat
    wanted = [code for code, value in enumerate(column.categories) if name_text(value) == name]
    return np.isin(column.codes.to_numpy(), wanted)


def _as_rows(table: pd.DataFrame, classes: Classes, scored: str) -> Rows:
    table = table.assign(
        repeat=pd.to_numeric(table["repeat"]).rank(method="dense").astype(int) - 1,
        fold=pd.to_numeric(table["fold"]),
    )
    if table["row_id"].isna().all():
        by = "repeat" if table["repeat"].any() else "fold"
        table = table.sort_values(by, kind="stable", ignore_index=True)
        row_id: NDArray[Any] = table.groupby("repeat").cumcount().to_numpy(dtype=np.int64)
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
