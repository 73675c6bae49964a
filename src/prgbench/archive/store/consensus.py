"""What the prediction files of a task agree on, and which models differ from it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from prgbench.archive.interface import Exclusion, Reason, Run, Task, Truth
from prgbench.archive.store.header import BundleHeader, Model
from prgbench.archive.store.rows_of_task import class_of_rows
from prgbench.archive.store.staging import StagedModel, Staging
from prgbench.metrics.areas import auroc_score

AUROC_TOLERANCE = 1e-5


class Majority(NamedTuple):
    """The checksums that most models have, and how many rows these are."""

    n_rows: int
    rows: str
    folds: str
    truth: str


@dataclass(frozen=True, slots=True)
class Reference:
    """The instances, folds and truth of a task, by checksum, and which class is positive."""

    rows: str
    folds: str
    truth: str
    y_true: NDArray[np.int8]
    positive: int
    negative: int


def settled(header: BundleHeader, task: Task, y_true: NDArray[np.int8]) -> Reference:
    """Return the reference that a bundle holds."""
    return Reference(
        rows=header.rows,
        folds=header.folds,
        truth=header.truth,
        y_true=y_true,
        positive=task.classes.index(header.positive),
        negative=task.classes.index(header.negative),
    )


def majority(models: Sequence[StagedModel]) -> Majority:
    """Return what most models have.

    The instances are voted on first, then the folds and the truth among the models that have
    these instances; equal votes fall to more instances and to the earlier candidate.
    """
    votes = Counter(model.rows for model in models)
    first = max(models, key=lambda model: (votes[model.rows], model.n_rows))
    voters = [model for model in models if model.rows == first.rows]
    return Majority(
        n_rows=first.n_rows,
        rows=first.rows,
        folds=_most_frequent([model.folds for model in voters]),
        truth=_most_frequent([model.truth for model in voters]),
    )


def agree(
    most: Majority, staging: Staging, stated: Truth | None, positive: int | None = None
) -> Reference | Reason:
    """Return what a task's models are compared with, or a reason why the task is unusable.

    A truth that the archive states itself is not voted on. The positive class is the one given;
    else the smaller one, and of two equal ones the second in the task's order.
    """
    truth = most.truth
    if stated is not None:
        row_ids = staging.shared(most.rows, np.int64, slice(most.n_rows, 2 * most.n_rows))
        codes = class_of_rows(stated, row_ids)
        truth = staging.share(codes)
    elif not truth:
        return Reason.NO_TRUTH
    else:
        codes = staging.shared(truth, np.int8)
    sizes = np.bincount(codes[codes >= 0])
    occurring = np.flatnonzero(sizes)
    if len(occurring) != 2 or (codes < 0).any():
        return Reason.NOT_BINARY
    first, second = (int(code) for code in occurring)
    if positive is None:
        positive = first if sizes[first] < sizes[second] else second
    negative = second if positive == first else first
    return Reference(
        rows=most.rows,
        folds=most.folds,
        truth=truth,
        y_true=(codes == positive).astype(np.int8),
        positive=positive,
        negative=negative,
    )


def judge(
    model: StagedModel, run: Run, reference: Reference, staging: Staging
) -> Model | Exclusion:
    """Return the model as it goes into the bundle, or why it is left out.

    Its AUROC must be the stored one, or the stored one of the positive class against the rest.
    """
    reason = _difference(model, reference)
    if reason is not None:
        return Exclusion(run.task_id, run.run_id, reason)
    y_score = staging.scores(run.run_id, reference.positive, slice(0, model.n_rows))
    auroc = auroc_score(reference.y_true, y_score)
    stored = nearest_stored_auroc(run, reference.positive, auroc)
    if stored is not None and abs(auroc - stored) > AUROC_TOLERANCE:
        detail = f"{auroc:.6f} here, {stored:.6f} stored"
        return Exclusion(run.task_id, run.run_id, Reason.AUROC_DIFFERS, detail)
    return Model(run, model.file_id, model.sha256, auroc)


def nearest_stored_auroc(run: Run, positive: int, auroc: float) -> float | None:
    """Return what the archive has stored: the AUROC, or that of the positive class if nearer.

    Parameters
    ----------
    run : Run
        The run.
    positive : int
        The positive class's place in the task's classes.
    auroc : float
        The AUROC of the run's scores of the positive class.
    """
    if run.auroc is None:
        return None
    stored = (run.auroc, *run.aurocs[positive : positive + 1])
    return min(stored, key=lambda value: abs(value - auroc))


def _difference(model: StagedModel, reference: Reference) -> Reason | None:
    if model.rows != reference.rows:
        return Reason.ROWS_DIFFER
    if model.folds and reference.folds and model.folds != reference.folds:
        return Reason.FOLDS_DIFFER
    if model.truth and model.truth != reference.truth:
        return Reason.TRUTH_DIFFERS
    return None


def _most_frequent(checksums: Sequence[str]) -> str:
    """Return the most frequent checksum that is not empty, the earlier of two equal ones."""
    votes = Counter(checksum for checksum in checksums if checksum)
    return votes.most_common(1)[0][0] if votes else ""
