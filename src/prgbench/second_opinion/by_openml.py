"""Fetches and reads predictions with the package openml, as its users do."""

import time
from collections.abc import Callable
from functools import cached_property
from importlib.metadata import version
from typing import Any, TypeVar
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from prgbench.archive.interface import Run, Task
from prgbench.archive.openml.address import SERVER
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.foreign_text import plain
from prgbench.second_opinion.other_code import NotReadError, other_code
from prgbench.second_opinion.reading import (
    LEAST_SECONDS,
    Classes,
    Labels,
    Reader,
    Reading,
    Rows,
    decoding_seconds,
    rows_of,
)

IMPORT_SECONDS = 300.0
TRIES = 2
AUROC = "area_under_roc_curve"

Answer = TypeVar("Answer")


class OpenMLReader(Reader):
    """Fetches runs, their tasks and their files with the package openml.

    The package's own configuration holds: its cache, and its server unless another one is given.
    Its API key is not used: what a study has is public, a wrong key is refused where none is not,
    and the package would send it to any address that a run's description names.

    Parameters
    ----------
    server : str
        Address of the server of the study; that of OpenML stands for the package's own choice.
    requests_per_second : float
        How many requests may start within a second, on average.
    seconds : float
        How long a call may take that downloads no file.
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
        """Call the package, and then wait as long as so many requests may take."""
        try:
            with other_code(seconds):
                return call()
        except NotReadError as error:
            raise type(error)(f"{what}: {error}") from None
        finally:
            time.sleep(requests / self._requests_per_second)


def _target(openml: Any, dataset_id: int, name: str, row_id: NDArray[np.int64]) -> Labels:
    """Return the labels of instances from the data set itself."""
    data, *_ = openml.datasets.get_dataset(dataset_id).get_data(
        include_row_id=True, include_ignore_attribute=True
    )
    labels: Labels = data[name].astype(object).to_numpy()
    if row_id.max(initial=0) >= len(labels):
        raise NotReadError(f"the data set has {len(labels)} instances, not {row_id.max()}")
    return labels[row_id]
