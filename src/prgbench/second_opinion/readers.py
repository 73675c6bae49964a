"""Readers that other people wrote: liac-arff and the package openml."""

import re
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.second_opinion.other_code import (
    NotReadError,
    configured_openml,
    host_of,
    package_name,
)
from prgbench.sources.folder import FolderSource
from prgbench.sources.interface import Source
from prgbench.sources.openml.source import OpenMLSource
from prgbench.sources.runs import Run
from prgbench.sources.tasks import Task

REQUESTS = 2
"""As many for a model: its run and its file."""
CONFIDENCE = "confidence."
SYNONYMS = {"rowid": "row_id", "repeat_nr": "repeat", "truth": "correct"}


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
    """Fetches runs and their files with the package openml, into a folder of its own."""

    def __init__(self, server: str, requests_per_second: float, cache: Path) -> None:
        self._openml: Any = configured_openml(server, cache)
        self._pause = REQUESTS / requests_per_second

    @property
    def how(self) -> str:
        """How it reads, as the end of a sentence."""
        return f"fetched from {host_of(self._openml)} and decoded again by {package_name()}"

    def read(self, task: Task, run: Run) -> pd.DataFrame:  # noqa: ARG002 - the reader of a folder needs the task
        """Fetch the predictions of a run."""
        try:
            table: pd.DataFrame = self._openml.runs.get_run(run.run_id).predictions
            return table
        finally:
            # The package itself knows no rate.
            time.sleep(self._pause)


Reader = ArffReader | OpenMLReader


def check_can_be_read(source: Source) -> None:
    """Raise a `PrgbenchError` if there is no second reader for a source."""
    # A frozen study of OpenML comes with the ids of its runs.
    if not (isinstance(source, FolderSource | OpenMLSource) or source.has_pages):
        raise PrgbenchError(
            f"The study of the {source.label} has no second opinion: `verify` rereads only "
            "the prediction files of OpenML and of folders."
        )


def reader_of(source: Source, server: str, requests_per_second: float, cache: Path) -> Reader:
    """Return the reader for a source; server, rate and folder are those for OpenML."""
    check_can_be_read(source)
    if isinstance(source, FolderSource):
        return ArffReader(source)
    return OpenMLReader(server, requests_per_second, cache)


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
