"""Readers that other people wrote: liac-arff and the package openml."""

import logging
import re
import signal
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.sources.folder import FolderSource
from prgbench.sources.interface import Run, Source, Task
from prgbench.sources.openml.address import SERVER
from prgbench.sources.openml.source import OpenMLSource

MOST_SECONDS = 600
"""The time for a model: the package openml waits for a stalled server forever."""
REQUESTS = 2
"""As many for a model: its run and its file."""
CONFIDENCE = "confidence."
SYNONYMS = {"rowid": "row_id", "repeat_nr": "repeat", "truth": "correct"}


class NotReadError(Exception):
    """A model's predictions can't be had or decoded; the message says why."""


class ArffReader:
    """Reads the prediction files of a folder, which the package openml can't fetch."""

    def __init__(self, source: FolderSource) -> None:
        self._source = source

    @property
    def how(self) -> str:
        """How it reads, as the end of a sentence."""
        return f"decoded again by liac-arff {version('liac-arff')}, which the package openml uses"

    def read(self, task: Task, run: Run) -> pd.DataFrame:
        """Read the file of a run."""
        import arff

        with self._source.send(task, run).path.open(encoding="utf-8") as file:
            decoded = arff.load(file)
        names = [name for name, _ in decoded["attributes"]]
        return pd.DataFrame(decoded["data"], columns=names)


class OpenMLReader:
    """Fetches runs and their files with the package openml.

    The package's own configuration holds: its cache, and its server unless another one is given.
    Its API key is not used: all data of a study are public, the server refuses wrong keys, and the
    package would send the key to any address in a run's description.
    """

    def __init__(self, server: str, requests_per_second: float) -> None:
        try:
            with other_code():
                import openml
        except NotReadError as error:
            raise PrgbenchError(
                f"The package openml can't be used ({error}): check its configuration "
                "(~/.config/openml/config) and its cache, or install requirements.lock again."
            ) from None
        if server != SERVER:
            openml.config.server = f"{server}/api/v1/xml"
        openml.config.apikey = ""
        self._openml: Any = openml
        self._pause = REQUESTS / requests_per_second

    @property
    def how(self) -> str:
        """How it reads, as the end of a sentence."""
        host = urlsplit(self._openml.config.server).hostname
        return f"fetched from {host} and decoded again by the package openml {version('openml')}"

    def read(self, task: Task, run: Run) -> pd.DataFrame:  # noqa: ARG002 - the reader of a folder needs the task
        """Fetch the predictions of a run."""
        try:
            table: pd.DataFrame = self._openml.runs.get_run(run.run_id).predictions
            return table
        finally:
            # The package itself knows no rate.
            time.sleep(self._pause)


Reader = ArffReader | OpenMLReader


def reader_of(source: Source, server: str, requests_per_second: float) -> Reader:
    """Return the reader for a source; the server and the rate are those for OpenML."""
    if isinstance(source, FolderSource):
        return ArffReader(source)
    # A frozen study of OpenML comes with the ids of its runs.
    if not (isinstance(source, OpenMLSource) or source.has_pages):
        raise PrgbenchError(
            f"The study of the {source.label} has no second opinion: `verify` rereads only "
            "the prediction files of OpenML and of folders."
        )
    return OpenMLReader(server, requests_per_second)


@contextmanager
def other_code() -> Iterator[None]:
    """Call other people's code without its messages: all that it raises is a `NotReadError`.

    So is a block that takes longer than `MOST_SECONDS`; in the main thread of a process only.
    """

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise NotReadError(f"not done within {MOST_SECONDS} seconds")

    handler = signal.signal(signal.SIGALRM, stop)
    signal.alarm(MOST_SECONDS)
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except NotReadError:
        raise
    except Exception as error:
        raise NotReadError(plain(f"{type(error).__name__}: {error}")) from None
    finally:
        logging.disable(logging.NOTSET)
        signal.alarm(0)
        signal.signal(signal.SIGALRM, handler)


def with_common_names(table: pd.DataFrame) -> pd.DataFrame:
    """Return a prediction file's table with the names of columns that other software varies."""

    def common(name: str) -> str:
        lower = name.strip().lower()
        # The labels in the names of scores keep their case.
        return name if lower.startswith(CONFIDENCE) else SYNONYMS.get(lower, lower)

    return table.rename(columns=common)


def labelled_rows(table: pd.DataFrame, negative: str, positive: str) -> pd.DataFrame:
    """Return repeat, instance, true class and score of the rows that have a class."""
    table = with_common_names(table)
    if "correct" not in table:
        raise NotReadError("the file states no true classes")
    rows = table[table["correct"].notna()]
    strange = rows.loc[~rows["correct"].isin([negative, positive]), "correct"]
    if len(strange):
        label = plain(repr(strange.iloc[0]))
        raise NotReadError(f"the true class {label} is not one of the task's")
    return pd.DataFrame(
        {
            "repeat": rows.get("repeat", 0),
            "row_id": rows["row_id"],
            "truth": (rows["correct"] == positive).astype(np.int8),
            "score": _scores(rows, negative, positive),
        }
    ).sort_values(["repeat", "row_id"], ignore_index=True)


def _scores(rows: pd.DataFrame, negative: str, positive: str) -> NDArray[np.float64]:
    columns = {}
    for column in rows.columns[rows.columns.str.startswith(CONFIDENCE)]:
        name = column.removeprefix(CONFIDENCE)
        # liac-arff leaves the escapes in the names of columns.
        label = name if name in (negative, positive) else re.sub(r"\\(.)", r"\1", name)
        columns[label] = rows[column].to_numpy(np.float64)
    if positive not in columns:
        raise NotReadError(f"the file has no column {CONFIDENCE}{plain(positive)}")
    if len(columns) == 1:
        return columns[positive]
    # The server's evaluation gives a row without scores that of the predicted class.
    without = ~np.any([*columns.values()], axis=0)
    return np.where(without & (rows["prediction"] == positive), 1.0, columns[positive])
