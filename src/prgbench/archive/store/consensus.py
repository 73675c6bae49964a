"""What the prediction files of a task agree on, and which models differ from it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prgbench.archive.interface import Exclusion, Reason, Run, Task, Truth
from prgbench.archive.store.header import BundleHeader, Model
from prgbench.archive.store.rows_of_task import class_of_rows
from prgbench.archive.store.staging import StagedModel, Staging
from prgbench.metrics.areas import auroc_score

AUROC_TOLERANCE = 1e-5


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


def agree(
    models: Sequence[StagedModel], staging: Staging, stated: Truth | None
) -> Reference | Reason | None:
    """Return what most models agree on, a reason why the task is unusable, or None as yet.

    The instances are voted on first, then the folds and the truth among the models that have
    these instances; equal votes fall to more instances and to the earlier candidate. A truth that
    the archive states itself is not voted on. The positive class is the smaller one; of two equal
    ones the second in the task's order.
    """
    if not models:
        return None
    votes = Counter(model.rows for model in models)
    rows = max(models, key=lambda model: (votes[model.rows], model.n_rows)).rows
    voters = [model for model in models if model.rows == rows]
    truth = _majority([model.truth for model in voters])
    if stated is not None:
        codes = class_of_rows(stated, staging.shared(rows)[1])
        truth = staging.share(codes)
    elif not truth:
        return Reason.NO_TRUTH
    else:
        codes = staging.shared(truth)
    sizes = np.bincount(codes[codes >= 0])
    occurring = np.flatnonzero(sizes)
    if len(occurring) != 2 or (codes < 0).any():
        return Reason.NOT_BINARY
    first, second = (int(code) for code in occurring)
    positive, negative = (first, second) if sizes[first] < sizes[second] else (second, first)
    return Reference(
        rows=rows,
        folds=_majority([model.folds for model in voters]),
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
    y_score = np.ascontiguousarray(staging.confidences(run.run_id)[reference.positive])
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


def _majority(checksums: Sequence[str]) -> str:
    """Return the most frequent checksum that is not empty, the earlier of two equal ones."""
    votes = Counter(checksum for checksum in checksums if checksum)
    return votes.most_common(1)[0][0] if votes else ""
