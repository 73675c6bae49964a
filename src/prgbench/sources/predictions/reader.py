"""The reader of prediction files: the fast path, and the tolerant one for what it refuses."""

from collections.abc import Sequence
from os import SEEK_END
from pathlib import Path

from prgbench.sources.interface import Predictions
from prgbench.sources.predictions import fast, tolerant
from prgbench.sources.predictions.ending import check_ending
from prgbench.sources.predictions.layout import Header, LabelMatcher, find_layout, read_header
from prgbench.sources.predictions.rows import RowCollector

LONGEST_HEADER = 1 << 20
SAMPLED_BYTES = 1 << 16
ROOM = 1.1


def read_predictions(path: Path, classes: Sequence[str]) -> Predictions:
    r"""Read a prediction file.

    Columns are found by name and labels matched to the ``classes`` of the task, so their order in
    the file does not matter. In a binary task one column of scores is enough: the other is its
    complement. A row of zeros scores 1 for the predicted class, as in OpenML's evaluation
    engine. Scores are not renormalised.

    `RunUnusableError` if the file can't be read, may have been cut inside its last value, is a
    learning curve, lacks scores, or has an instance twice in one repeat.

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
    check_ending(path, header, layout, classes)
    matcher = LabelMatcher(classes)
    expected = _expected_rows(path, header)
    for read_blocks in (fast.read_blocks, tolerant.read_blocks):
        rows = RowCollector(layout, len(classes), expected)
        try:
            for block in read_blocks(path, header, layout, matcher):
                rows.add(block)
        except fast.NotPlainError:
            continue
        break
    return rows.predictions()


def _expected_rows(path: Path, header: Header) -> int:
    """Estimate the number of rows, a little too high, from the length of the first ones."""
    with path.open("rb") as file:
        n_bytes = file.seek(0, SEEK_END) - header.data_offset
        file.seek(header.data_offset)
        head = file.read(SAMPLED_BYTES)
    expected = int(ROOM * n_bytes * (head.count(b"\n") + 1) / max(len(head), 1))
    return min(expected, n_bytes // (2 * len(header.names))) + 1
