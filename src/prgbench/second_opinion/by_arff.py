"""Reads the files of a folder with liac-arff, as the package openml reads those of a server."""

from importlib.metadata import version

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.archive.folder import FolderSource
from prgbench.archive.interface import Run, Task
from prgbench.archive.store.rows_of_task import class_of_rows
from prgbench.second_opinion.other_code import other_code
from prgbench.second_opinion.reading import (
    Classes,
    Labels,
    Reader,
    Reading,
    decoding_seconds,
    rows_of,
)


class ArffReader(Reader):
    """Reads the prediction files of a folder, which the package openml can't fetch.

    Parameters
    ----------
    source : FolderSource
        The folder.
    """

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
