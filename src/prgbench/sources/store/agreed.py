"""What the prediction files of a task agree on, and which models agree with it.

Files of an archive are uploaded one by one, and may be of other rows, folds or classes than the
task has. The majority decides what its rows are; who differs is left out, with the reason.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from prgbench.metrics.areas import auroc_score
from prgbench.sources.both_scores import breaks_ties
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.exclusions import Exclusion, Reason
from prgbench.sources.runs import Run
from prgbench.sources.sent_predictions import Predictions, Truth
from prgbench.sources.store.bundle_header import Shared, n_rows_of
from prgbench.sources.store.staging import StagedModel, Staging
from prgbench.sources.task_predictions import Model
from prgbench.sources.tasks import Task

AUROC_TOLERANCE = 1e-5


def labelled_rows(task: Task, predictions: Predictions, stated: Truth | None) -> NDArray[np.bool_]:
    """Return which rows belong to labelled instances, after a check against the task.

    `RunUnusableError` if an instance, repeat or fold is out of the task's range, or a repeat of
    a cross-validation does not have each labelled instance once.
    """
    _check_range("instance", predictions.row_id, 0, task.n_instances)
    _check_range("repeat", predictions.repeat, 0, task.n_repeats)
    truth = predictions.truth if stated is None else class_of_rows(stated, predictions.row_id)
    labelled = np.ones(len(predictions), dtype=bool) if truth is None else truth >= 0
    n_rows = n_rows_of(task)
    if n_rows is not None:
        _check_range("fold", predictions.fold, -1, task.n_folds)
        n_labelled = int(np.count_nonzero(labelled))
        if n_labelled != n_rows:
            n_all = len(predictions)
            of_all = "" if n_labelled == n_all else f" with a class, of {n_all},"
            raise _other(f"{n_labelled} rows{of_all} instead of {n_rows}")
        _check_each_once(task, predictions, labelled)
    return labelled


def class_of_rows(truth: Truth, row_ids: NDArray[np.int64]) -> NDArray[np.int8]:
    """Return the class of every row; -1 if the truth does not have the instance."""
    if not len(truth.row_ids):
        return np.full(len(row_ids), -1, dtype=np.int8)
    order = np.argsort(truth.row_ids)
    place = np.searchsorted(truth.row_ids, row_ids, sorter=order)
    # An id behind the last has no place: it is compared with the last, from which it differs.
    nearest = order[np.minimum(place, len(order) - 1)]
    is_stated = truth.row_ids[nearest] == row_ids
    return np.where(is_stated, truth.codes[nearest], -1).astype(np.int8)


def _check_range(
    name: str, values: NDArray[np.int16] | NDArray[np.int64], first: int, end: int
) -> None:
    for value in (int(values.min(initial=first)), int(values.max(initial=first))):
        if not first <= value < end:
            raise _other(f"{name} {value} where the task has 0 to {end - 1}")


def _check_each_once(task: Task, predictions: Predictions, labelled: NDArray[np.bool_]) -> None:
    """Compare the number of instances in each repeat with the task's."""
    seen = np.zeros((task.n_repeats, task.n_instances), dtype=bool)
    seen[predictions.repeat[labelled], predictions.row_id[labelled]] = True
    wanted = task.n_instances - task.n_unlabelled
    for repeat, n_seen in enumerate(np.count_nonzero(seen, axis=1).tolist()):
        if n_seen != wanted:
            raise _other(f"{n_seen} instances instead of {wanted} in repeat {repeat}")


def _other(detail: str) -> RunUnusableError:
    return RunUnusableError(Reason.ROWS_OF_TASK, detail)


def majority(models: Sequence[StagedModel]) -> Shared:
    """Return the checksums that most models have.

    The instances are voted on first, then the rest among the models with these instances. Ties
    go to more instances and to the earlier candidate.
    """
    votes = Counter(model.shared.rows for model in models)
    first = max(models, key=lambda model: (votes[model.shared.rows], model.n_rows))
    voters = [model.shared for model in models if model.shared.rows == first.shared.rows]
    return Shared(
        rows=first.shared.rows,
        folds=_most_frequent([shared.folds for shared in voters]),
        truth=_most_frequent([shared.truth for shared in voters]),
        groups=_most_frequent([shared.groups for shared in voters]),
    )


def _most_frequent(checksums: Sequence[str]) -> str:
    """Return the most frequent checksum that is not empty; ties go to the earlier one."""
    votes = Counter(filter(None, checksums))
    return max(votes, key=votes.__getitem__, default="")


@dataclass(frozen=True, slots=True)
class Reference:
    """What the models of a task share, and which class is positive."""

    shared: Shared
    y_true: NDArray[np.int8]
    positive: int
    negative: int


def agree(
    shared: Shared, staging: Staging, stated: Truth | None, positive: int | None = None
) -> Reference | Reason:
    """Return what a task's models are compared with, or a reason why the task is unusable.

    A truth that the archive states is not voted on. The positive class is the given one, else
    the smaller one, or the second one if both have the same size.
    """
    if stated is not None:
        codes = class_of_rows(stated, staging.shared(shared.rows)["row_id"])
        shared = replace(shared, truth=staging.share(codes))
    elif not shared.truth:
        return Reason.NO_TRUTH
    else:
        codes = staging.shared(shared.truth)
    sizes = np.bincount(codes[codes >= 0])
    occurring = np.flatnonzero(sizes)
    if len(occurring) != 2 or (codes < 0).any():
        return Reason.NOT_BINARY
    first, second = (int(code) for code in occurring)
    if positive is None:
        positive = first if sizes[first] < sizes[second] else second
    negative = second if positive == first else first
    return Reference(shared, (codes == positive).astype(np.int8), positive, negative)


def judge(
    model: StagedModel, run: Run, reference: Reference, staging: Staging
) -> Model | Exclusion:
    """Return the model for the bundle, or why it is left out.

    Its AUROC must be the stored one, or that of the positive class against the rest.
    """
    reason = _difference(model.shared, reference.shared)
    if reason is not None:
        return Exclusion(run.task_id, run.run_id, reason)
    scores = staging.model(run.run_id)["scores"].T
    y_score, negative = scores[[reference.positive, reference.negative]]
    auroc = auroc_score(reference.y_true, y_score)
    stored = run.nearest_auroc(auroc, reference.positive)
    if stored is not None and abs(auroc - stored) > AUROC_TOLERANCE:
        detail = f"{auroc:.6f} here, {stored:.6f} stored"
        return Exclusion(run.task_id, run.run_id, Reason.AUROC_DIFFERS, detail)
    return Model(run, model.file_id, model.sha256, auroc, breaks_ties(y_score, negative))


def _difference(of_model: Shared, agreed: Shared) -> Reason | None:
    if of_model.rows != agreed.rows:
        return Reason.ROWS_DIFFER
    if of_model.folds and agreed.folds and of_model.folds != agreed.folds:
        return Reason.FOLDS_DIFFER
    if of_model.truth and of_model.truth != agreed.truth:
        return Reason.TRUTH_DIFFERS
    return None
