"""The reader of prediction files: the fast path, and the tolerant one for what it refuses."""

from collections.abc import Sequence
from pathlib import Path

from prgbench.sources.interface import Predictions
from prgbench.sources.predictions import fast, tolerant
from prgbench.sources.predictions.layout import LabelMatcher, find_layout, read_header
from prgbench.sources.predictions.rows import RowCollector

LONGEST_HEADER = 1 << 20


def read_predictions(path: Path, classes: Sequence[str]) -> Predictions:
    r"""Read a prediction file.

    Columns are found by name and labels matched to the ``classes`` of the task, so their order in
    the file does not matter. In a binary task one column of scores is enough: the other is its
    complement. A row of zeros scores 1 for the predicted class, as in OpenML's evaluation
    engine. Scores are not renormalised.

    `RunUnusableError` if the file can't be read, is a learning curve, lacks scores, or has an
    instance twice in one repeat.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "predictions.arff"
    >>> lines = ["@relation p", "@attribute row_id numeric", "@attribute confidence.b numeric",
    ...          "@attribute confidence.a numeric", "@data", "7,0.25,0.75", "3,1,0"]
    >>> _ = path.write_text("\n".join(lines))
    >>> predictions = read_predictions(path, classes=["a", "b"])
    >>> predictions.row_id.tolist(), predictions.confidences.tolist()
    ([7, 3], [[0.75, 0.0], [0.25, 1.0]])
    """
    header = read_header(path, LONGEST_HEADER)
    layout = find_layout(header.names, classes)
    matcher = LabelMatcher(classes)
    for read_blocks in (fast.read_blocks, tolerant.read_blocks):
        rows = RowCollector(layout, len(classes))
        try:
            for block in read_blocks(path, header, layout, matcher):
                rows.add(block)
        except fast.NotPlainError:
            continue
        break
    return rows.predictions()
