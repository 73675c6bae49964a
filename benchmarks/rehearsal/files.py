"""The text of prediction files, with no loop over rows.

Every part of a row is looked up in a table of texts of one width, padded with NUL; the parts are
put side by side and the NULs removed. A writer of CSV files takes five times as long.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from runs import Fault, ServedRun
from scores import DETAILS, KEPT_TASKS, MILLION, ModelScores, rows_of, scores_of
from tasks import ServedTask

DECIMALS = 6
DETAIL_DECIMALS = 9
MISSING_SHARE = 0.01
OTHER_ARFF = (
    b"@relation data\n\n@attribute width numeric\n@attribute class {a,b}\n\n@data\n1.5,a\n"
)
NO_ARFF = b"@relation nothing\n\nThe file could not be written.\n"

Texts = NDArray[np.uint8]
"""A text of one width in each row, filled up with NUL."""


def prediction_file(served: ServedTask, run: ServedRun) -> bytes:
    """Return the prediction file of a run, with its fault if it has one."""
    if run.fault == Fault.OTHER_ARFF:
        return OTHER_ARFF
    if run.fault == Fault.NO_ARFF:
        return NO_ARFF
    rows = _rows(served, run)
    if run.fault == Fault.ROWS_MISSING:
        rows = rows[: -round(1 + MISSING_SHARE * len(rows))]
    elif run.fault == Fault.ROWS_TWICE:
        rows[-1] = rows[0]
    header = run.client.header(served.task, has_scores=run.fault != Fault.NO_SCORES).encode()
    body = header + rows[rows != 0].tobytes()
    return body[: 2 * len(body) // 3] if run.fault == Fault.CUT else body


def _rows(served: ServedTask, run: ServedRun) -> Texts:
    scores = scores_of(served, run)
    first, second = ([], []) if run.fault == Fault.NO_SCORES else _scores(scores)
    if run.fault == Fault.SCORE_MISSING:
        for part in first:
            part[0] = 0
        first[0][0, :2] = np.frombuffer(b",?", dtype=np.uint8)
    labels = _labels(served, run, scores)
    texts = [*first, *second, labels]
    if not run.client.has_scores_first:
        texts = [labels, *first, *second]
    newline = np.full((served.n_rows, 1), ord("\n"), dtype=np.uint8)
    return np.concatenate([_places(served, run.client.has_sample), *texts, newline], axis=1)


@lru_cache(2 * KEPT_TASKS)
def _places(served: ServedTask, has_sample: bool) -> Texts:
    """Return repeat, fold, sample and instance."""
    rows = rows_of(served)
    comma = np.full((served.n_rows, 1), ord(","), dtype=np.uint8)
    digits = [(rows.repeat + ord("0")).astype(np.uint8), (rows.fold + ord("0")).astype(np.uint8)]
    if has_sample:
        digits.append(np.full(served.n_rows, ord("0"), dtype=np.uint8))
    counts = [part for column in digits for part in (column[:, np.newaxis], comma)]
    row_ids = _whole_numbers(served.task.n_instances).take(rows.row_id, axis=0)
    return np.concatenate([*counts, row_ids], axis=1)


def _labels(served: ServedTask, run: ServedRun, scores: ModelScores) -> Texts:
    """Return the predicted and the true class."""
    first, second = (run.client.label(label) for label in served.task.classes)
    pairs = [f",{decided},{true}" for true in (first, second) for decided in (first, second)]
    decided, truth = scores.decided, rows_of(served).truth
    if run.fault == Fault.SWAPPED:
        decided, truth = truth, decided
    return _texts(pairs).take(2 * truth + decided, axis=0)


def _scores(scores: ModelScores) -> tuple[list[Texts], list[Texts]]:
    """Return the parts of the scores of both classes, which add up to one."""
    shown, detail = scores.millionths, scores.details
    if not detail.any():
        table = _decimals()
        return [table.take(MILLION - shown, axis=0)], [table.take(shown, axis=0)]
    table, (endings, mirrored) = _all_decimals(), _endings()
    return (
        [table.take(MILLION - 1 - shown, axis=0), mirrored.take(detail, axis=0)],
        [table.take(shown, axis=0), endings.take(detail, axis=0)],
    )


def _texts(texts: list[str]) -> Texts:
    table = np.array([text.encode() for text in texts])
    return table.view(np.uint8).reshape(len(texts), table.itemsize)


@lru_cache
def _whole_numbers(n: int) -> Texts:
    return _texts([str(number) for number in range(n)])


@lru_cache
def _decimals() -> Texts:
    """Return the texts of all millionths to one, without zeros at their ends."""
    table = np.concatenate([_all_decimals(), _all_decimals()[:1]])
    is_zero = table == ord("0")
    ends = np.logical_and.accumulate(is_zero[:, :2:-1], axis=1)[:, ::-1]
    table[:, 3:][ends] = 0
    whole = ends.all(axis=1)
    table[whole, 2] = 0
    table[-1, 1] = ord("1")
    return table


@lru_cache
def _all_decimals() -> Texts:
    """Return the texts of all millionths below one."""
    table = np.empty((MILLION, 3 + DECIMALS), dtype=np.uint8)
    table[:, :3] = np.frombuffer(b",0.", dtype=np.uint8)
    table[:, 3:] = _digits(np.arange(MILLION), DECIMALS)
    return table


@lru_cache
def _endings() -> tuple[Texts, Texts]:
    """Return the further digits of scores, in their order, and of one minus these scores."""
    rng = np.random.default_rng(0)
    values = np.unique(rng.integers(1, 10**DETAIL_DECIMALS, 2 * DETAILS))
    values = np.sort(rng.permutation(values)[:DETAILS])
    return _digits(values, DETAIL_DECIMALS), _digits(10**DETAIL_DECIMALS - values, DETAIL_DECIMALS)


def _digits(values: NDArray[np.int64], n_digits: int) -> Texts:
    places = 10 ** np.arange(n_digits)[::-1]
    return (values[:, np.newaxis] // places % 10 + ord("0")).astype(np.uint8)
