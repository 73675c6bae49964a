"""The classes of a data set, from its description and, if labels may not occur, its file."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from prgbench.run.safe_text import plain
from prgbench.sources.interface import Reason, RunUnusableError
from prgbench.sources.openml import calls
from prgbench.sources.openml.answers import (
    MissingFileError,
    ServerError,
    TooBigError,
    count,
    identifier,
    records,
    text,
)
from prgbench.sources.openml.calls import Kind
from prgbench.sources.openml.client import AnswerCache, Client
from prgbench.sources.predictions.arff import read_header, read_rows
from prgbench.sources.predictions.layout import NO_CLASS, LabelMatcher

LONGEST_LABEL = 10_000
REFUSALS = {110, 111, 112, 113, 270, 271, 272, 273, 274}
"""The codes by which the server says that a data set is not there, or has no features."""


class ClassesUnknownError(Exception):
    """The server can't say what classes the target has."""

    def __init__(self, detail: str, reason: Reason = Reason.CLASSES_UNKNOWN) -> None:
        super().__init__(detail)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Target:
    """A predicted feature: its labels, and how many instances have none."""

    name: str
    classes: tuple[str, ...]
    n_unlabelled: int


class Targets:
    """Ask for the classes of targets; the cache keeps what was found in files of data sets."""

    def __init__(self, client: Client, cache: AnswerCache) -> None:
        self._client = client
        self._cache = cache

    def target(self, dataset_id: int, name: str, minority_size: int | None) -> Target:
        """Return a target with the labels that occur, in the order of their declaration.

        The file of the data set is downloaded only if labels may not occur: then
        ``minority_size``, a quality of the data set, is 0. `ClassesUnknownError` if the labels
        can't be known.
        """
        declared = self._declared(dataset_id, name)
        is_counted = minority_size == 0 and len(declared.classes) > 1
        if len(declared.classes) != 2 and not is_counted:
            return declared
        if are_damaged(declared.classes):
            shown = ", ".join(repr(plain(label, 40)) for label in declared.classes[:5])
            raise ClassesUnknownError(
                f"data set {dataset_id}: the labels of {plain(name)!r} arrive as {shown}",
                Reason.LABELS_DAMAGED,
            )
        if not is_counted:
            return declared
        return replace(declared, classes=self._occurring(dataset_id, declared))

    def _declared(self, dataset_id: int, name: str) -> Target:
        root = self._answer(Kind.FEATURES, dataset_id)
        for feature in records(root, "feature"):
            stated = next(records(feature, "name"), None)
            if stated is not None and stated.text == name:
                labels = tuple(label.text or "" for label in records(feature, "nominal_value"))
                if not all(0 < len(label) <= LONGEST_LABEL for label in labels):
                    raise ClassesUnknownError(
                        f"data set {dataset_id} has a label of {plain(name)!r} that is empty, "
                        "or too long"
                    )
                n_unlabelled = count(text(feature, "number_of_missing_values")) or 0
                return Target(name, labels, n_unlabelled)
        raise ClassesUnknownError(f"data set {dataset_id} has no feature {plain(name)!r}")

    def _occurring(self, dataset_id: int, declared: Target) -> tuple[str, ...]:
        """Return the labels that occur in the file of a data set, which the cache keeps."""
        names = json.dumps([declared.name, *declared.classes])
        key = f"{self._client.server}/data/{dataset_id}/occurring/{names}"
        kept = self._cache.get(key)
        if kept is None:
            kept = json.dumps(self._labels_in_file(dataset_id, declared)).encode()
            self._cache.put(key, kept)
        return tuple(json.loads(kept))

    def _labels_in_file(self, dataset_id: int, declared: Target) -> list[str]:
        file_id = identifier(text(self._answer(Kind.DATASETS, dataset_id), "file_id"))
        with TemporaryDirectory() as folder:
            path = Path(folder) / "data.arff"
            try:
                self._client.download(calls.dataset_file(file_id), path)
                header = read_header(path)
                column = header.names.index(declared.name)
                values = {row[column] for row in read_rows(path, header)}
            except (MissingFileError, RunUnusableError, ValueError) as error:
                detail = f"the labels of data set {dataset_id} can't be counted ({error})"
                # A file that does not come may come later; one that is too big stays so.
                is_for_now = isinstance(error, MissingFileError) and not isinstance(
                    error, TooBigError
                )
                reason = Reason.TASK_NOT_DESCRIBED if is_for_now else Reason.CLASSES_UNKNOWN
                raise ClassesUnknownError(detail, reason) from error
        matcher = LabelMatcher(declared.classes)
        occurring = {matcher.index(label) for label in values} - {NO_CLASS}
        return [declared.classes[index] for index in sorted(occurring)]

    def _answer(self, kind: Kind, dataset_id: int) -> ElementTree.Element:
        try:
            return self._client.ask(calls.described(kind, dataset_id), cached=True)
        except ServerError as error:
            if error.code not in REFUSALS:
                raise
            detail = f"data set {dataset_id}: {plain(error.message)} (code {error.code})"
            raise ClassesUnknownError(detail) from error


def are_damaged(labels: Sequence[str]) -> bool:
    """Tell whether labels are unlikely to be the real ones.

    The server gives back letters outside latin-1 as question marks.

    Examples
    --------
    >>> are_damaged(["??", "???"]), are_damaged(["a", "a"]), are_damaged(["no", "yes?"])
    (True, True, False)
    """
    repeated = len(set(labels)) < len(labels)
    return repeated or any("?" in label[:-1] or label == "?" for label in labels)
