"""A prediction file read by one of the two paths alone."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from prgbench.sources.prediction_files.arff import read_header
from prgbench.sources.prediction_files.class_labels import LabelMatcher
from prgbench.sources.prediction_files.file_columns import find_file_layout
from prgbench.sources.prediction_files.rows import RowCollector
from prgbench.sources.sent_predictions import Predictions


def read_by(
    blocks: Callable[..., Iterator[Any]], path: Path, classes: Sequence[str]
) -> Predictions:
    """Read a file by the blocks of one path."""
    header = read_header(path)
    layout = find_file_layout(header.names, classes)
    rows = RowCollector(layout, len(classes))
    for block in blocks(path, header, layout, LabelMatcher(classes)):
        rows.add(block)
    return rows.predictions()
