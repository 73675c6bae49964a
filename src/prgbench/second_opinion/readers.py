"""Readers that other people wrote: liac-arff and the package openml."""

import time
from collections.abc import Callable
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
from prgbench.sources.table.source import TableSource

IMPORT_SECONDS = 300.0
TRIES = 2
AUROC = "area_under_roc_curve"

Answer = TypeVar("Answer")


def reader_of(source: Source, server: str, requests_per_second: float) -> Reader:
    """Return the reader for a source; the server and the rate are those for OpenML."""
    if isinstance(source, FolderSource):
        return ArffReader(source)
    if isinstance(source, TableSource):
        raise PrgbenchError(
            "A table of predictions has no second opinion: `verify` reads the prediction files of "
            "OpenML and of a folder again, no others."
        )
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
