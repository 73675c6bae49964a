"""Which column says of which sample rows are: those for training are no test of a model."""

from collections.abc import Callable, Iterable, Sequence

import pyarrow as pa

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain, some_of
from prgbench.sources.table.first_rows import ROWS
from prgbench.sources.table.names import label_text
from prgbench.sources.table.prediction_columns import TableLayout

SPLITS = (
    *("split", "data_split", "partition", "phase", "stage", "set", "sample", "sample_type"),
    *("eval_split", "evaluation_split", "dataset_split", "subset", "mode", "on"),
)
"""What columns of samples are often called, in lower case."""

TEST = frozenset(["test", "testing", "holdout", "hold-out", "eval", "evaluation", "oof"])
"""Samples on which models are compared."""

OTHER = frozenset(["train", "training", "fit", "learn", "val", "valid", "validation", "dev"])
"""Samples that a model has learnt from, or was chosen on."""


def check_one_sample(
    table: str,
    layout: TableLayout,
    batches: Callable[[Sequence[str], int], Iterable[pa.RecordBatch]],
) -> None:
    """Refuse predictions of several samples, which would be read as those of one.

    Raises
    ------
    PrgbenchError
        If a column that is not used has several samples, and nothing else.
    """
    for name in layout.without_role:
        if name.strip().lower() not in SPLITS:
            continue
        values = {value for batch in batches([name], ROWS) for value in batch[0].unique().tolist()}
        samples = sorted(filter(None, map(label_text, values)))
        words = {sample.strip().lower() for sample in samples}
        if len(words) > 1 and words <= TEST | OTHER:
            tested = [sample for sample in samples if sample.strip().lower() in TEST]
            kept = f", such as those of {plain(tested[0])}" if len(tested) == 1 else ""
            raise PrgbenchError(
                f"{table} has rows of the samples {some_of(samples)} (column {plain(name)}), and "
                "a model looks better than it is on rows it was trained on: keep the rows of one "
                f"sample{kept}; if no model was trained on any of these rows, leave "
                f"{plain(name)} out."
            )
