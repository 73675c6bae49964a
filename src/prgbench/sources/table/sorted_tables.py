"""What a pass over tables has found: their data sets and models, with the files of their rows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prgbench.run.files import write_text
from prgbench.run.records import from_json, to_json
from prgbench.sources.interface import Exclusion, Predictions, Task

INDEX = "index.json"
SHARED: Mapping[str, type[np.generic]] = {
    "repeat": np.int16, "row_id": np.int64, "fold": np.int16, "truth": np.int8
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SortedRun:
    """A model of a data set.

    Attributes
    ----------
    run_id : int
        Its id.
    model : str
        Its name.
    labels : tuple of str
        The labels whose scores are stored; ``("",)`` if there is one score for both.
    has_decisions : bool
        Whether its decisions are stored.
    n_bytes : int
        How much is stored.
    sha256 : str
        The checksum of all its values.
    problem : str
        Why it can't be used, if it can't.
    """

    run_id: int
    model: str
    labels: tuple[str, ...] = ()
    has_decisions: bool = False
    n_bytes: int = 0
    sha256: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class SortedTask:
    """A data set and its models."""

    task: Task
    runs: list[SortedRun] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Index:
    """All data sets of a source, and those of which no task can be made."""

    tasks: list[SortedTask]
    excluded: list[Exclusion] = field(default_factory=list)


class SortedTables:
    """The data sets and models of a source, sorted into a folder.

    Parameters
    ----------
    folder : Path
        The folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def is_there(self) -> bool:
        """Whether the sorting has come to its end."""
        return (self.folder / INDEX).is_file()

    @cached_property
    def index(self) -> Index:
        """What there is."""
        return from_json(Index, (self.folder / INDEX).read_text(encoding="utf-8"))

    @cached_property
    def runs(self) -> dict[int, SortedRun]:
        """The models by their ids."""
        return {run.run_id: run for known in self.index.tasks for run in known.runs}

    def write_index(self, index: Index) -> None:
        """Say what there is, which ends the sorting."""
        write_text(self.folder / INDEX, f"{to_json(index)}\n")

    def write_shared(self, task_id: int, values: Mapping[str, NDArray[Any]]) -> None:
        """Store what all models of a data set share."""
        folder = self.folder / "tasks" / str(task_id)
        folder.mkdir(parents=True)
        for name in SHARED:
            np.save(folder / f"{name}.npy", values[name])

    def write_own(
        self, task_id: int, run_id: int, scores: NDArray[np.float64], decisions: NDArray[np.int8]
    ) -> int:
        """Store the scores of a model, shape (labels, rows), and its decisions, if there are any.

        Returns
        -------
        int
            How many bytes that takes.
        """
        stem = self.folder / "tasks" / str(task_id) / str(run_id)
        np.save(stem.with_suffix(".scores.npy"), scores)
        if decisions.size:
            np.save(stem.with_suffix(".decisions.npy"), decisions)
        return scores.nbytes + decisions.nbytes

    def read(self, task: Task, run_id: int, scored: str) -> Predictions:
        """Return the predictions of a model.

        Parameters
        ----------
        task : Task
            Its task.
        run_id : int
            The model.
        scored : str
            The label whose scores a table with one column of scores has.
        """
        run = self.runs[run_id]
        folder = self.folder / "tasks" / str(task.task_id)
        shared: dict[str, NDArray[Any]] = {
            name: np.load(folder / f"{name}.npy") for name in SHARED
        }
        stored = np.load(folder / f"{run_id}.scores.npy")
        by_label = {label or scored: row for label, row in zip(run.labels, stored, strict=True)}
        scores = [
            by_label[label] if label in by_label else mirrored(next(iter(by_label.values())))
            for label in task.classes
        ]
        decisions = np.load(folder / f"{run_id}.decisions.npy") if run.has_decisions else None
        return Predictions(**shared, predicted=decisions, confidences=np.stack(scores))


def mirrored(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the scores of the other of two classes, in the opposite order.

    They are one less the scores, where these are from 0 to 1 and no two become equal by that;
    else the negative scores.

    Examples
    --------
    >>> mirrored(np.array([0.25, 1.0])), mirrored(np.array([1e-20, 1e-30]))
    (array([0.75, 0.  ]), array([-1.e-20, -1.e-30]))
    """
    if scores.size and scores.min() >= 0 and scores.max() <= 1:
        others: NDArray[np.float64] = 1 - scores
        if len(np.unique(others)) == len(np.unique(scores)):
            return others
    return -scores
