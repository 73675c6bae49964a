"""A table of a source: a file, or a table in memory, whose rows are read batch by batch."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from prgbench.sources.table.prediction_columns import TableLayout

Batches = Iterable[pa.RecordBatch]


@dataclass(frozen=True, slots=True)
class Part:
    """A table of a source: a file, or a table in memory, by the name that error messages use.

    ``batches`` returns its rows in their order, given the columns and how many rows at once.
    ``benchmark`` says that the AutoML Benchmark wrote it: its models fail now and then, so a
    model with an error is left out. ``separator`` is that of a CSV file, "" of other tables.
    ``called_as_file`` says that its only model has the name of the file.
    """

    name: str
    layout: TableLayout
    batches: Callable[[Sequence[str], int], Batches]
    benchmark: bool = False
    separator: str = ""
    called_as_file: bool = False

    @property
    def decimal_comma(self) -> bool:
        """Whether numbers may have a decimal comma, which can mean nothing else there."""
        return self.separator not in ("", ",")

    def rows(self, n_rows: int) -> Iterator[pa.RecordBatch]:
        """Yield its rows, some at once, with the columns that its path states."""
        fixed = self.layout.fixed
        of_table = [name for name in self.layout.columns if name not in fixed]
        for batch in self.batches(of_table, n_rows):
            for name, text in fixed.items():
                same = np.zeros(batch.num_rows, dtype=np.int32)
                column = pa.DictionaryArray.from_arrays(same, pa.array([text]))
                batch = batch.append_column(name, column)
            yield batch
