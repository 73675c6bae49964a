"""The rows of tables on disk: the records of each data set and model in a file of their own."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from prgbench.run.errors import PrgbenchError
from prgbench.sources.table.coded_rows import Block, Records, record_type

BYTES_IN_MEMORY = 1 << 26
MOST_PAIRS = 1_000_000


class Spill:
    """Records by data set and model, in the order in which they came.

    Parameters
    ----------
    folder : Path
        Where the files go.
    n_scores : int
        How many scores a record has.
    """

    def __init__(self, folder: Path, n_scores: int) -> None:
        self.models: defaultdict[int, dict[int, int]] = defaultdict(dict)
        self._folder = folder
        self._type = record_type(n_scores)
        self._waiting: defaultdict[tuple[int, int], list[Records]] = defaultdict(list)
        self._waiting_bytes = 0
        self._n_pairs = 0

    def add(self, block: Block) -> None:
        """Take the rows of a block; many wait in memory until they are written together."""
        for dataset, model, records in _groups(block):
            self._waiting[dataset, model].append(records)
            models = self.models[dataset]
            self._n_pairs += model not in models
            models[model] = models.get(model, 0) + len(records)
        if self._n_pairs > MOST_PAIRS:
            raise PrgbenchError(
                f"The table has more than {MOST_PAIRS:,} pairs of a data set and a model: are "
                "these the right columns?"
            )
        self._waiting_bytes += block.records.nbytes
        if self._waiting_bytes >= BYTES_IN_MEMORY:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        for (dataset, model), parts in self._waiting.items():
            path = self._path(dataset, model)
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("ab") as file:
                for records in parts:
                    records.tofile(file)
        self._waiting.clear()
        self._waiting_bytes = 0

    def take(self, dataset: int, model: int) -> Records:
        """Return the records of a pair, which are on disk no more."""
        path = self._path(dataset, model)
        records = np.fromfile(path, dtype=self._type)
        path.unlink()
        return records

    def _path(self, dataset: int, model: int) -> Path:
        return self._folder / str(dataset) / f"{model}.rows"


def _groups(block: Block) -> Iterator[tuple[int, int, Records]]:
    """Yield the rows of each pair, in their order."""
    key = (block.dataset.astype(np.int64) << 32) | block.model
    records = block.records
    if not (key[1:] >= key[:-1]).all():
        order = np.argsort(key, kind="stable")
        key, records = key[order], records[order]
    starts = np.flatnonzero(np.r_[True, key[1:] != key[:-1]])
    for start, end in zip(starts.tolist(), [*starts[1:].tolist(), len(key)], strict=True):
        yield int(key[start] >> 32), int(key[start] & 0xFFFFFFFF), records[start:end].copy()
