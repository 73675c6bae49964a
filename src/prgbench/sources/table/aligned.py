"""The models of a data set on the same rows in the same order, or what is wrong with the first."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prgbench.run.safe_text import plain
from prgbench.sources.table.coded_rows import NO_ID, NOT_STATED, Records, ids_of

TO_MATCH = "add a column row_id"
TO_REPEAT = "number the repeats in a column repeat"


class MisfitError(Exception):
    """What is wrong with the rows of a model, as the end of a sentence; each check raises it."""


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The rows of a data set, by repeat and instance; ``truth`` has codes of labels.

    ``ids`` are what the table calls the instances that ``row_id`` numbers. ``n_folds`` is 1 if no
    fold is stated, or if repeats do not have all instances. ``group`` is None if none is stated.
    """

    repeat: NDArray[np.int64]
    row_id: NDArray[np.int64]
    fold: NDArray[np.int64]
    truth: NDArray[np.int32]
    ids: NDArray[np.int64]
    n_repeats: int
    n_folds: int
    group: NDArray[np.int64] | None = None

    def named(self, row: int) -> str:
        """Name a row for a sentence; of an id that is a text only its checksum is known."""
        if not len(self.ids):
            return f"row {row + 1} of the data set"
        row_id = int(self.ids[self.row_id[row]])
        return f"row_id {row_id}" if row_id >= 0 else f"row {row + 1} by row_id"


def ordered(records: Records) -> Records:
    """Return records by repeat and instance; without ids by fold or repeat, then as they were."""
    for name in ids_of(records):
        without = records[name] == NO_ID
        if without.any() and not without.all():
            raise MisfitError(f"has rows with and without {name}: give it in all files or in none")
    repeat = records["repeat"]
    row_id = records["row_id"]
    if row_id[0] != NO_ID:
        later = (row_id[1:] >= row_id[:-1]) & (repeat[1:] == repeat[:-1])
        if (later | (repeat[1:] > repeat[:-1])).all():
            return records
        return records.take(np.lexsort((row_id, repeat)))
    # The folds of another repeat have other instances: only the order tells which are the same.
    repeated = bool((repeat != repeat[0]).any())
    return records.take(np.argsort(repeat if repeated else records["fold"], kind="stable"))


def reference_rows(
    records: Records, to_match: str = TO_MATCH, to_repeat: Callable[[], str] = lambda: TO_REPEAT
) -> Rows:
    """Return the rows of a data set by the ordered records of one model.

    ``to_match`` says what tells which rows are of one instance, ``to_repeat`` returns what tells
    of which repeat they are.
    """
    repeats, repeat = _distinct(records["repeat"])
    folds, fold = _distinct(records["fold"])
    if records["row_id"][0] != NO_ID:
        ids, row_id = _distinct(records["row_id"])
    else:
        ids = np.empty(0, dtype=np.int64)
        row_id = _rows_by_order(np.bincount(repeat), records["truth"], to_match)
    if folds[0] == NOT_STATED:
        fold = np.full_like(fold, NOT_STATED)
    # Folds are those of a cross-validation only if every repeat has every instance.
    whole = len(records) == (int(row_id.max()) + 1) * len(repeats)
    truth = records["truth"].copy()
    n_folds = len(folds) if whole else 1
    grouped = "group" in ids_of(records) and records["group"][0] != NO_ID
    group = records["group"].copy() if grouped else None
    rows = Rows(repeat, row_id, fold, truth, ids, len(repeats), n_folds, group)
    twice = (row_id[1:] == row_id[:-1]) & (repeat[1:] == repeat[:-1])
    if twice.any():
        row = int(twice.argmax())
        where = f" of repeat {repeat[row]}" if len(repeats) > 1 else ""
        raise MisfitError(
            f"has {rows.named(row)}{where} more than once: keep one of the rows, or {to_repeat()}"
        )
    return rows


def _distinct(values: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the distinct values and the place of each; one value and sorted ones have them."""
    if (values == values[0]).all():
        return values[:1].copy(), np.zeros(len(values), dtype=np.int16)
    if (values[1:] > values[:-1]).all():
        return values.copy(), np.arange(len(values))
    return np.unique(values, return_inverse=True)


def _rows_by_order(
    sizes: NDArray[np.int64], truth: NDArray[np.int32], to_match: str
) -> NDArray[np.int64]:
    """Return numbers of the rows of repeats with the same instances in the same order."""
    n = int(sizes[0])
    if (sizes != n).any() or (truth.reshape(-1, n) != truth[:n]).any():
        raise MisfitError(
            f"has repeats with different rows, or with rows in a different order: {to_match}"
        )
    return np.tile(np.arange(n), len(sizes))


def check_same_rows(
    records: Records,
    reference: Records,
    rows: Rows,
    other: str,
    to_match: str = TO_MATCH,
) -> None:
    """Refuse ordered records that differ from those of another model in more than its predictions.

    ``rows`` are the `reference_rows` of the other model, ``other`` is what sentences call it, and
    ``to_match`` says what tells which rows are of one instance.
    """
    if len(records) != len(reference):
        raise MisfitError(
            f"has {len(records):,} rows, {other} has {len(reference):,}"
            f"{_only_one_has(records, reference, other)}: all models of a data set need the same "
            "rows; add the missing ones, leave them out for all models, or leave out the model"
        )
    if (records["row_id"][0] == NO_ID) != (reference["row_id"][0] == NO_ID):
        raise MisfitError(f"and {other} do not both have row_id: give it in all files or in none")
    for name in ("repeat", "row_id", "fold"):
        if (differs := records[name] != reference[name]).any():
            values = (int(rows_of[name][differs.argmax()]) for rows_of in (records, reference))
            held, wanted = (str(value) if value >= 0 else "another" for value in values)
            advice = ""
            if name == "fold" and len(rows.ids):
                advice = "; if their folds differ, leave out the column of folds"
            raise MisfitError(
                f"has {name} {held} where {other} has {wanted}: all models of a data set need "
                f"the same rows, repeats and folds{advice}"
            )
    alike = [("truth", "true class", "y_true")]
    if "group" in ids_of(records):
        alike.append(("group", "group", "group"))
    for name, meaning, column in alike:
        if (differs := records[name] != reference[name]).any():
            n = int(np.count_nonzero(differs))
            reason = "" if len(rows.ids) else f", or {to_match} if their order differs"
            raise MisfitError(
                f"has a different {meaning} than {other} in {n:,} of {len(records):,} rows, the "
                f"first at {rows.named(int(differs.argmax()))}: correct {column}{reason}"
            )


def _only_one_has(records: Records, reference: Records, other: str) -> str:
    """Say in brackets how the rows of two models differ, "" if nothing tells it.

    By ids, the first row that one of them lacks is named.
    """
    ids = records["row_id"]
    wanted = reference["row_id"]
    if wanted[0] == NO_ID:
        return _again(len(reference) - len(records), reference)
    lacking = np.setdiff1d(wanted, ids)
    added = np.setdiff1d(ids, wanted)
    # Ids that are texts are known by their checksums alone, which are below 0.
    named = [*((n, "it lacks") for n in lacking), *((n, f"{other} lacks") for n in added)]
    told = [f"{who} row_id {n}" for n, who in named if n >= 0]
    more = f" and {len(named) - 1:,} more" if len(named) > 1 else ""
    return f" ({told[0]}{more})" if told else ""


def _again(n_more: int, reference: Records) -> str:
    """Say in brackets that the rows which the reference has more equal earlier ones."""
    distinct = np.unique(reference[["truth", "repeat", "fold", "scores"]])
    if n_more <= 0 or len(reference) - len(distinct) != n_more:
        return ""
    if n_more == 1:
        return " (1 of them equals an earlier one: drop it if it is a duplicate)"
    return f" ({n_more:,} of them equal earlier ones: drop them if they are duplicates)"


def has_scores(scores: NDArray[np.float64], labels: Sequence[str], label: str) -> bool:
    """Say whether a label is among those of a model's scores, and has one in any row."""
    return label in labels and not np.isnan(scores[:, labels.index(label)]).all()


def scores_by_label(
    scores: NDArray[np.float64], labels: Sequence[str], classes: Sequence[str]
) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """Return the labels of a data set for which a model has scores, and these, one row for each.

    ``scores`` has a column for each of ``labels``, of which "" is for both classes.
    """
    wanted = {label: scores[:, n] for n, label in enumerate(labels) if label in ("", *classes)}
    filled = {label: np.count_nonzero(~np.isnan(column)) for label, column in wanted.items()}
    scored = tuple(label for label, n in filled.items() if n)
    if not scored:
        named = " and ".join(plain(repr(label)) for label in classes)
        raise MisfitError(f"has no scores of the classes {named}: name their columns after them")
    for label in scored:
        if filled[label] < len(scores):
            of = f" of the class {plain(repr(label))}" if label else ""
            raise MisfitError(
                f"has a score{of} in only {filled[label]:,} of {len(scores):,} rows: every row "
                "needs a finite one"
            )
    if "" in scored and len(scored) > 1:
        raise MisfitError("has scores of each class and one score for both: keep one of them")
    return scored, np.stack([wanted[label] for label in scored])


def mirrored(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the scores of the other of two classes, in the opposite order.

    They are one minus the scores, if these are from 0 to 1 and no two become equal by that;
    otherwise the negative scores.
    """
    if scores.size and scores.min() >= 0 and scores.max() <= 1:
        complements: NDArray[np.float64] = 1 - scores
        if len(np.unique(complements)) == len(np.unique(scores)):
            return complements
    return -scores


def class_codes(codes: NDArray[np.int32], of_class: Sequence[int]) -> NDArray[np.int8]:
    """Return the class of each label by the codes of both classes, -1 where it is none of them.

    With the code of one class, any other label is of the rest, and only -1 is none.
    """
    if len(of_class) == 1:
        return np.where(codes < 0, -1, codes == of_class[0]).astype(np.int8)
    classes = np.full(len(codes), -1, dtype=np.int8)
    for position, code in enumerate(of_class):
        classes[codes == code] = position
    return classes


def checksum(parts: Iterable[NDArray[Any]]) -> str:
    """Return the checksum of arrays."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(np.ascontiguousarray(part).data)
    return digest.hexdigest()
