"""What other code reads of a prediction file, within a time limit."""

import logging
import re
import signal
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.run.foreign_text import plain
from prgbench.sources.interface import Run, Task

CONFIDENCE = "confidence."
REPEAT = ("repeat", "repeat_nr")
ROW = ("row_id", "rowid")
TRUTH = ("correct", "truth")
PREDICTION = ("prediction",)
LEAST_SECONDS = 60.0
ROWS_PER_SECOND = 5_000

Classes = tuple[str, str]
Labels = NDArray[np.object_]
TargetOf = Callable[[NDArray[np.int64]], Labels]


class TooLongError(Exception):
    """The time is over."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `TooLongError` in a block that takes longer; in the main thread of a process only."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class NotReadError(Exception):
    """A model's predictions can't be had or decoded; the message says why."""


class StalledError(NotReadError):
    """It took too long."""


@contextmanager
def other_code(seconds: float) -> Iterator[None]:
    """Run a block that calls a package: all that it raises becomes a `NotReadError`."""
    try:
        with _quiet(), time_limit(seconds):
            yield
    except NotReadError:
        raise
    except TooLongError:
        raise StalledError(f"not done within {seconds:.0f} seconds") from None
    except Exception as error:
        raise NotReadError(plain(f"{type(error).__name__}: {error}")) from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the package's messages from the terminal, where a run says what it does itself."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The labelled rows of a prediction file.

    ``truth`` is 1 for the positive class; ``scores`` are those of the negative class, then those
    of the positive one.
    """

    repeat: NDArray[np.int64]
    row_id: NDArray[np.int64]
    truth: NDArray[np.int8]
    scores: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A model's predictions, and what the reader knows of its run.

    ``auroc`` is the one that the archive has stored; ``stated`` holds ids and names.
    """

    rows: Rows
    auroc: float | None = None
    stated: Mapping[str, int | str] = field(default_factory=dict)


class Reader(ABC):
    """Reads the predictions of models with other people's code."""

    knows_runs = False
    """Whether its readings state the task, data set and flow of a run."""

    @property
    @abstractmethod
    def how(self) -> str:
        """How it reads, as the end of a sentence."""

    @abstractmethod
    def read(self, task: Task, run: Run, classes: Classes) -> Reading:
        """Read the predictions of a run, given the negative class and the positive one."""


def rows_of(table: pd.DataFrame, classes: Classes, target_of: TargetOf | None = None) -> Rows:
    """Return the rows that have a class from the columns of a prediction file.

    Where the file states no classes, ``target_of`` returns those of instances.
    """
    row_id = _whole_numbers(table, ROW)
    names = _names(table)
    repeat = (
        _whole_numbers(table, REPEAT)
        if names.keys() & {*REPEAT}
        else np.zeros(len(table), dtype=np.int64)
    )
    if names.keys() & {*TRUTH}:
        truth = _codes(_column(table, TRUTH), classes)
    elif target_of is not None:
        truth = _codes(pd.Series(target_of(row_id)), classes)
    else:
        raise NotReadError("the file states no true classes")
    known = truth >= 0
    scores = _scores(table, classes)
    if not np.isfinite(scores[:, known]).all():
        raise NotReadError("scores are missing or not finite")
    if len({*truth[known].tolist()}) < len(classes):
        raise NotReadError("its rows are not of two classes")
    return Rows(repeat[known], row_id[known], truth[known], scores[:, known])


def _names(table: pd.DataFrame) -> dict[str, str]:
    """Return the names of the columns by their names in lower case."""
    return {str(name).strip().lower(): str(name) for name in table.columns}


def _column(table: pd.DataFrame, roles: tuple[str, ...]) -> pd.Series:
    names = _names(table)
    for role in roles:
        if role in names:
            return table[names[role]]
    raise NotReadError(f"the file has no column {roles[0]}")


def _whole_numbers(table: pd.DataFrame, roles: tuple[str, ...]) -> NDArray[np.int64]:
    numbers = _numbers(_column(table, roles))
    if not (np.isfinite(numbers) & (np.floor(numbers) == numbers)).all():
        raise NotReadError(f"the column {roles[0]} holds something else than whole numbers")
    return numbers.astype(np.int64)


def _numbers(column: pd.Series) -> NDArray[np.float64]:
    try:
        return pd.to_numeric(column).to_numpy(dtype=np.float64, na_value=np.nan)
    except (TypeError, ValueError) as error:
        raise NotReadError(f"the column {column.name} holds no numbers ({error})") from None


def _codes(labels: pd.Series, classes: Classes) -> NDArray[np.int8]:
    codes = np.full(len(labels), -1, dtype=np.int8)
    for code, label in enumerate(classes):
        codes[(labels == label).to_numpy(dtype=bool, na_value=False)] = code
    others = labels[labels.notna().to_numpy() & (codes < 0)]
    if len(others):
        label = plain(str(others.iloc[0]))
        raise NotReadError(f"the true class {label!r} is not one of the task's")
    return codes


def _scores(table: pd.DataFrame, classes: Classes) -> NDArray[np.float64]:
    """Return the scores of both classes; one column says those of the other, too."""
    columns = {
        _label(str(name)[len(CONFIDENCE) :], classes): _numbers(table[name])
        for name in table.columns
        if str(name).startswith(CONFIDENCE)
    }
    known = {row: columns[label] for row, label in enumerate(classes) if label in columns}
    if not known or (len(known) < len(classes) and len(columns) > 1):
        missing = next(label for label in reversed(classes) if label not in columns)
        raise NotReadError(f"the file has no column {CONFIDENCE}{plain(missing)}")
    if len(known) == 1:
        [(row, given)] = known.items()
        return np.stack([1 - given, given] if row else [given, 1 - given])
    scores = np.stack([known[0], known[1]])
    without = ~np.any([*columns.values()], axis=0)
    if without.any():
        # As the server's evaluation has it.
        predicted = _column(table, PREDICTION)
        for row, label in enumerate(classes):
            scores[row, without & (predicted == label).to_numpy(dtype=bool, na_value=False)] = 1
    return scores


def _label(name: str, classes: Classes) -> str:
    """Return the label in the name of a column, in which liac-arff leaves the escapes."""
    return name if name in classes else re.sub(r"\\(.)", r"\1", name)


def decoding_seconds(task: Task, least: float = LEAST_SECONDS) -> float:
    """Return how long the file of a task may take to be fetched and decoded."""
    return least + task.n_instances * task.n_repeats / ROWS_PER_SECOND
