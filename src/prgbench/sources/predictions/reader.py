"""Prediction files as arrays: the fast path, the tolerant one for what it refuses, and checks."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from prgbench.sources.interface import Predictions, Reason, RunUnusableError
from prgbench.sources.predictions import fast, tolerant
from prgbench.sources.predictions.layout import (
    NO_CLASS,
    Block,
    LabelMatcher,
    Layout,
    Numbers,
    find_layout,
    read_header,
)

Integer = TypeVar("Integer", bound=np.signedinteger)
LONGEST_HEADER = 1 << 20
UNKNOWN = -1
EXACT_BELOW = 1 << 53


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
    try:
        return predictions_of(fast.read_blocks(path, header, layout, matcher), layout)
    except fast.NotPlainError:
        return predictions_of(tolerant.read_blocks(path, header, layout, matcher), layout)


def predictions_of(blocks: Iterable[Block], layout: Layout) -> Predictions:
    """Return the rows of all blocks; none, or an instance twice in a repeat, are refused."""
    parts: list[dict[str, NDArray[Any]]] = []
    for block in blocks:
        if len(block.by_role["row_id"]):
            parts.append(_checked(block, layout))
            if (parts[-1]["sample"] != parts[0]["sample"][0]).any():
                raise RunUnusableError(Reason.LEARNING_CURVE)
    if not parts:
        raise RunUnusableError(Reason.UNREADABLE, "no rows")
    columns = {
        name: np.concatenate([part[name] for part in parts], axis=-1)
        for name in parts[0]
        if name != "sample"
    }
    row_id, repeat = columns["row_id"], columns["repeat"]
    order = np.lexsort((row_id, repeat))
    twice = (np.diff(row_id[order]) == 0) & (np.diff(repeat[order]) == 0)
    if twice.any():
        detail = f"{np.count_nonzero(twice)} of {row_id.size}"
        raise RunUnusableError(Reason.ROWS_TWICE, detail)
    return Predictions(
        repeat,
        columns["fold"],
        row_id,
        columns.get("truth"),
        columns.get("prediction"),
        columns["confidences"],
    )


def _checked(block: Block, layout: Layout) -> dict[str, NDArray[Any]]:
    """Return the columns of a block; a row without instance or score is refused."""
    by_role = block.by_role
    row_id = _integers(by_role["row_id"], "row_id", np.int64)
    unknown, zeros = np.full(row_id.size, np.nan), np.zeros(row_id.size)
    columns: dict[str, NDArray[Any]] = {
        "row_id": row_id,
        "repeat": _integers(by_role.get("repeat", zeros), "repeat", np.int16),
        "fold": _integers_or_unknown(by_role.get("fold", unknown), "fold"),
        "sample": _integers_or_unknown(by_role.get("sample", unknown), "sample"),
    }
    columns |= {role: by_role[role] for role in layout.labels}
    for index, column in zip(layout.classes, block.scores, strict=True):
        finite = np.isfinite(column)
        if index != NO_CLASS and not finite.all():
            detail = f"{np.count_nonzero(~finite)} or more, as for row_id {row_id[~finite][0]}"
            raise RunUnusableError(Reason.SCORES_MISSING, detail)
    return columns | {"confidences": _confidences(block, layout)}


def _confidences(block: Block, layout: Layout) -> Numbers:
    """Return the scores by class."""
    by_column = zip(layout.classes, block.scores, strict=True)
    by_class = {index: column.copy() for index, column in by_column if index != NO_CLASS}
    if layout.complement is not None:
        by_class[layout.complement] = 1.0 - by_class[1 - layout.complement]
    else:
        _score_predicted_class(by_class, block.scores, block.by_role.get("prediction"))
    return np.stack([by_class[index] for index in range(len(by_class))])


def _score_predicted_class(
    by_class: dict[int, Numbers], columns: list[Numbers], predicted: NDArray[np.int8] | None
) -> None:
    """Score 1 for the predicted class in rows of zeros, as OpenML's engine does."""
    blank = np.flatnonzero(~np.any(np.stack(columns), axis=0))
    if blank.size == 0:
        return
    if predicted is None or (predicted[blank] == NO_CLASS).any():
        raise RunUnusableError(Reason.SCORES_MISSING, "all scores 0 and no predicted class")
    for index, column in by_class.items():
        column[blank[predicted[blank] == index]] = 1.0


def _integers(column: Numbers, name: str, dtype: type[Integer]) -> NDArray[Integer]:
    """Return whole numbers from 0, small enough to be exact."""
    limit = min(np.iinfo(dtype).max, EXACT_BELOW - 1)
    if column.min() >= 0 and column.max() <= limit:
        whole = column.astype(dtype)
        if np.array_equal(whole, column):
            return whole
    wrong = column[~((column >= 0) & (column <= limit) & (np.floor(column) == column))][0]
    detail = f"{name} {wrong:.17g} is not a whole number from 0 to {limit}"
    raise RunUnusableError(Reason.UNREADABLE, f"{name} is missing" if np.isnan(wrong) else detail)


def _integers_or_unknown(column: Numbers, name: str) -> NDArray[np.int16]:
    unknown = np.isnan(column)
    if not unknown.any():
        return _integers(column, name, np.int16)
    whole = _integers(np.where(unknown, 0.0, column), name, np.int16)
    whole[unknown] = UNKNOWN
    return whole
