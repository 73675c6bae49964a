"""The models of a data set on the same rows in the same order, or a sentence about the first."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prgbench.run.foreign_text import plain
from prgbench.sources.table.coded_rows import NO_ROW_ID, NOT_STATED, Records

NO_CLASS = -1


class MisfitError(Exception):
    """What is wrong with the rows of a model, as the end of a sentence."""


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The rows of a data set, by repeat and instance.

    Attributes
    ----------
    repeat, row_id, fold, truth : arrays of shape (n_rows,)
        Of each row; ``truth`` is the code of a label.
    ids : int64 array of shape (n_instances,)
        What the table calls the instances that ``row_id`` numbers.
    n_repeats, n_folds : int
        ``n_folds`` is 1 if no fold is stated, or if repeats do not have all instances.
    """

    repeat: NDArray[np.int16]
    row_id: NDArray[np.int64]
    fold: NDArray[np.int16]
    truth: NDArray[np.int32]
    ids: NDArray[np.int64]
    n_repeats: int
    n_folds: int

    def named(self, row: int) -> str:
        """Name a row for a sentence; a text as an id of it is not kept."""
        if not len(self.ids):
            return f"row {row + 1} of the data set"
        found = int(self.ids[self.row_id[row]])
        return f"row_id {found}" if found >= 0 else f"row {row + 1} by row_id"


def reference_rows(records: Records) -> tuple[Rows, NDArray[np.intp]]:
    """Return the rows of a data set by those of one model, and the order of its records.

    Raises
    ------
    MisfitError
        If a row stands there twice.
    """
    order = row_order(records)
    records = records[order]
    with_ids = bool((records["row_id"] != NO_ROW_ID).any())
    repeats, repeat = np.unique(records["repeat"], return_inverse=True)
    folds, fold = np.unique(records["fold"], return_inverse=True)
    if with_ids:
        ids, row_id = np.unique(records["row_id"], return_inverse=True)
    else:
        if len(repeats) > 1:
            raise MisfitError("has repeats but no column row_id: add it")
        ids, row_id = np.empty(0, dtype=np.int64), np.arange(len(records))
    n_instances = int(row_id.max()) + 1
    whole = len(records) == n_instances * len(repeats)
    stated = folds[0] != NOT_STATED
    rows = Rows(
        repeat=repeat.astype(np.int16),
        row_id=row_id,
        fold=fold.astype(np.int16) if stated else np.full(len(fold), NOT_STATED, dtype=np.int16),
        truth=records["truth"].copy(),
        ids=ids,
        n_repeats=len(repeats),
        n_folds=len(folds) if whole else 1,
    )
    _check_once(rows)
    return rows, order


def row_order(records: Records) -> NDArray[np.intp]:
    """Return the order by repeat and instance; without ids by repeat and fold, then as it was.

    Raises
    ------
    MisfitError
        If only some rows have an id.
    """
    without = records["row_id"] == NO_ROW_ID
    if not without.any():
        return np.lexsort((records["row_id"], records["repeat"]))
    if not without.all():
        raise MisfitError("has rows with and without row_id: state it in all files or in none")
    return np.lexsort((records["fold"], records["repeat"]))


def check_same_rows(records: Records, reference: Records, rows: Rows, other: str) -> None:
    """Compare ordered records of a model with those of another one.

    Parameters
    ----------
    records, reference : structured arrays
        The records of the model and those of the other one, each in `row_order`.
    rows : Rows
        What the other model's records say.
    other : str
        How sentences call the other one.

    Raises
    ------
    MisfitError
        If they differ in more than scores and decisions.
    """
    if len(records) != len(reference):
        raise MisfitError(
            f"has {len(records):,} rows, {other} has {len(reference):,}: all models of a data set "
            "need the same rows; leave out the model or complete it"
        )
    for name, called in (("repeat", "repeat"), ("row_id", "row_id"), ("fold", "fold")):
        if (differs := records[name] != reference[name]).any():
            row = int(differs.argmax())
            held, wanted = (_shown(found[name][row]) for found in (records, reference))
            raise MisfitError(
                f"has {called} {held} where {other} has {wanted}: all models of a data set need "
                "the same rows, repeats and folds"
            )
    if (differs := records["truth"] != reference["truth"]).any():
        n = int(np.count_nonzero(differs))
        reason = "" if len(rows.ids) else ", or add a column row_id if their order differs"
        raise MisfitError(
            f"has another true class than {other} in {n:,} of {len(records):,} rows, the first at "
            f"{rows.named(int(differs.argmax()))}: correct y_true{reason}"
        )


def own_scores(
    scores: NDArray[np.float64], labels: Sequence[str], classes: Sequence[str]
) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """Return the scores that a model has for the classes of its data set.

    Parameters
    ----------
    scores : array of shape (n_rows, n_labels)
        All columns of scores.
    labels : sequence of str
        Their labels; "" is of both classes.
    classes : sequence of str
        The classes of the data set.

    Returns
    -------
    labels, scores
        The labels that have scores, and these: shape (labels, rows).

    Raises
    ------
    MisfitError
        If there are none or some are missing.
    """
    filled = {
        label: np.count_nonzero(~np.isnan(scores[:, place]))
        for place, label in enumerate(labels)
        if label in ("", *classes)
    }
    found = [label for label, n in filled.items() if n]
    if not found:
        wanted = " and ".join(plain(repr(label)) for label in classes)
        raise MisfitError(f"has no scores of the classes {wanted}: name the columns of scores so")
    for label in found:
        if filled[label] < len(scores):
            of = f" of the class {plain(repr(label))}" if label else ""
            raise MisfitError(
                f"has a score{of} in only {filled[label]:,} of {len(scores):,} rows: every row "
                "needs a finite one"
            )
    if "" in found and len(found) > 1:
        raise MisfitError("has scores of each class and one score for both: keep one of them")
    return tuple(found), np.ascontiguousarray(scores[:, [list(labels).index(x) for x in found]].T)


def class_codes(codes: NDArray[np.int32], of_class: Sequence[int]) -> NDArray[np.int8]:
    """Return the place of each label among those of the classes, -1 where it is none of them.

    Examples
    --------
    >>> class_codes(np.array([5, 2, -1, 9]), [2, 5]).tolist()
    [1, 0, -1, -1]
    """
    found = np.full(len(codes), NO_CLASS, dtype=np.int8)
    for place, code in enumerate(of_class):
        found[codes == code] = place
    return found


def checksum(parts: Iterable[NDArray[Any]]) -> str:
    """Return the checksum of arrays."""
    found = hashlib.sha256()
    for part in parts:
        found.update(np.ascontiguousarray(part).data)
    return found.hexdigest()


def _check_once(rows: Rows) -> None:
    twice = (rows.row_id[1:] == rows.row_id[:-1]) & (rows.repeat[1:] == rows.repeat[:-1])
    if twice.any():
        row = int(twice.argmax())
        where = f" of repeat {rows.repeat[row]}" if rows.n_repeats > 1 else ""
        raise MisfitError(
            f"has {rows.named(row)}{where} more than once: keep one of the rows, or state repeats "
            "in a column repeat"
        )


def _shown(value: int) -> str:
    return str(value) if value >= 0 else "another"
