"""The description of a run: what it is, its prediction file, and the scores of the server."""

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from math import isfinite
from sys import intern
from xml.etree import ElementTree

from prgbench.run.decimals import number
from prgbench.run.safe_text import plain
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.openml.answers import (
    NoAnswerError,
    identifier,
    per_class,
    records,
    share,
    text,
    whole_number,
)
from prgbench.sources.openml.calls import AUROC
from prgbench.sources.runs import Run

Scores = dict[str, dict[tuple[int, int], float]]
"""Scores by the names of columns, then by repeat and fold."""
PREDICTIONS = "predictions"
LONGEST_FLOW_NAME = 2_000

MEASURES = {
    "auroc": AUROC,
    "f1": "f_measure",
    "kappa": "kappa",
    "accuracy": "predictive_accuracy",
    "rmse": "root_mean_squared_error",
}
"""OpenML's own measures that all classifiers have, by the names of columns."""

_FILE_IN_URL = re.compile(r"/data/(?:v1/)?download/([0-9]+)(?:/|$)")


@dataclass(frozen=True, slots=True)
class DescribedRun:
    """A run as its own description has it; ``array_data`` has the AUROC of each class."""

    run: Run
    array_data: str

    def of_task(self, n_classes: int) -> Run:
        """Return the run, with the AUROCs of the ``n_classes`` of its task that occur."""
        if self.run.auroc is None:
            return self.run
        return replace(self.run, aurocs=per_class(self.array_data, n_classes))


def described_run(run_id: int, root: ElementTree.Element) -> DescribedRun:
    """Return the run of a description, which does not say when it was uploaded.

    Its AUROC is missing if the server states none, or several that differ, as of two evaluation
    engines. `NoAnswerError` if the description is damaged or of another run.
    """
    if whole_number(text(root, "run_id")) != run_id:
        raise _damaged(root, "run_id")
    ids: dict[str, int] = {}
    for name in ("task_id", "flow_id"):
        if (stated := identifier(text(root, name))) is None:
            raise _damaged(root, name)
        ids[name] = stated
    of_all_folds = [
        score
        for score in records(root, "evaluation")
        if text(score, "name") == AUROC and score.get("fold") is None
    ]
    values = {text(score, "value") for score in of_all_folds}
    arrays = {text(score, "array_data") for score in of_all_folds}
    run = Run(
        run_id=run_id,
        task_id=ids["task_id"],
        flow_id=ids["flow_id"],
        flow_name=intern(plain(text(root, "flow_name"), LONGEST_FLOW_NAME)),
        setup_id=identifier(text(root, "setup_id")) or 0,
        uploader_id=identifier(text(root, "uploader")) or 0,
        upload_time="",
        auroc=share(values.pop()) if len(values) == 1 else None,
    )
    return DescribedRun(run, arrays.pop() if len(arrays) == 1 else "")


def file_of(run: Run, root: ElementTree.Element) -> tuple[int, str]:
    """Return the id and the URL of the prediction file in a run's description.

    `RunUnusableError` if the run has none, `NoAnswerError` if the description is damaged or of
    another run.
    """
    _check_run(run, root)
    files = [file for file in records(root, "file") if text(file, "name") == PREDICTIONS]
    if not files:
        raise RunUnusableError(Reason.NO_FILE)
    if len(files) > 1:
        raise NoAnswerError("several prediction files", damaged=True)
    stated = text(files[0], "file_id")
    url = text(files[0], "url")
    in_url = _FILE_IN_URL.search(url)
    url_id = None if in_url is None else whole_number(in_url[1])
    file_id = whole_number(stated) if stated else url_id
    if file_id is None or url_id not in (None, file_id):
        raise _damaged(files[0], "file_id")
    return file_id, url


def scores_of(run: Run, root: ElementTree.Element) -> Scores:
    """Return the scores in a run's description that say of which repeat and fold they are.

    A score that is no number, or has two values, is missing. `NoAnswerError` if the description is
    of another run.
    """
    _check_run(run, root)
    columns = {function: column for column, function in MEASURES.items()}
    stated: defaultdict[tuple[str, int, int], set[float | None]] = defaultdict(set)
    for score in records(root, "evaluation"):
        column = columns.get(text(score, "name"))
        repeat, fold = (whole_number(score.get(name, "")) for name in ("repeat", "fold"))
        if column is not None and repeat is not None and fold is not None:
            stated[column, repeat, fold].add(number(text(score, "value")))
    scores: Scores = {column: {} for column in MEASURES}
    for (column, repeat, fold), values in stated.items():
        value = values.pop()
        if not values and value is not None and isfinite(value):
            scores[column][repeat, fold] = value
    return scores


def _check_run(run: Run, root: ElementTree.Element) -> None:
    for name, expected in (("run_id", run.run_id), ("task_id", run.task_id)):
        if whole_number(text(root, name)) != expected:
            raise _damaged(root, name)


def _damaged(element: ElementTree.Element, name: str) -> NoAnswerError:
    return NoAnswerError(f"{name} is {plain(text(element, name), 40)!r}", damaged=True)
