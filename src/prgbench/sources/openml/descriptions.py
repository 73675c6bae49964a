"""The description of a run: its prediction file, and the scores that the server stores."""

import re
from collections import defaultdict
from math import isfinite
from xml.etree import ElementTree

from prgbench.run.decimals import number
from prgbench.run.safe_text import plain
from prgbench.sources.interface import Reason, Run, RunUnusableError
from prgbench.sources.openml.answers import NoAnswerError, records, text, whole_number
from prgbench.sources.openml.calls import AUROC

Scores = dict[str, dict[tuple[int, int], float]]
"""Scores by the names of columns, then by repeat and fold."""
PREDICTIONS = "predictions"

MEASURES = {
    "auroc": AUROC,
    "f1": "f_measure",
    "kappa": "kappa",
    "accuracy": "predictive_accuracy",
    "rmse": "root_mean_squared_error",
}
"""OpenML's own measures that all classifiers have, by the names of columns."""

_FILE_IN_URL = re.compile(r"/data/(?:v1/)?download/([0-9]+)(?:/|$)")


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
    stated, url = text(files[0], "file_id"), text(files[0], "url")
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
