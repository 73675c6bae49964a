"""The classes of a data set, from its description and, where that may mislead, its file.

A description lists the labels that are declared. Some may not occur, which one of the qualities
of the data set tells: then its file is read. Letters outside latin-1 arrive as question marks:
then the header of the file is read, which has the true labels.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from prgbench.run.safe_text import plain
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.exclusions import Reason
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
from prgbench.sources.openml.client import MOST_FILE_BYTES, AnswerCache, Client
from prgbench.sources.openml.damaged_labels import are_damaged, are_the_same, may_be_damaged
from prgbench.sources.prediction_files.arff import read_header, read_rows
from prgbench.sources.prediction_files.class_labels import NO_CLASS, LabelMatcher

LONGEST_LABEL = 10_000
HEADER_BYTES = 1 << 22
"""How much of a large file is downloaded for its header."""

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

        The file of the data set is downloaded only if the server may have damaged the labels, or
        if some may not occur: then ``minority_size``, a quality of the data set, is 0.
        `ClassesUnknownError` if the labels can't be known.
        """
        declared = self._declared(dataset_id, name)
        is_counted = minority_size == 0 and len(declared.classes) > 1
        if len(declared.classes) != 2 and not is_counted:
            return declared
        if may_be_damaged(declared.classes):
            declared = replace(declared, classes=self._undamaged(dataset_id, declared))
        if is_counted:
            declared = replace(declared, classes=self._occurring(dataset_id, declared))
        return declared

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

    def _undamaged(self, dataset_id: int, declared: Target) -> tuple[str, ...]:
        """Return the labels in the header of the data set's file, if they are the declared ones.

        Labels that have a question mark by themselves stay as they are declared.
        """
        shown = ", ".join(repr(plain(label, 40)) for label in declared.classes[:5])
        arrived = (
            f"data set {dataset_id}: the labels of {plain(declared.name)!r} arrive as {shown}"
        )
        look_damaged = are_damaged(declared.classes)
        try:
            labels = self._labels_in_header(dataset_id, declared)
        except ClassesUnknownError as error:
            if not look_damaged:
                return declared.classes
            is_for_now = error.reason == Reason.TASK_NOT_DESCRIBED
            reason = error.reason if is_for_now else Reason.LABELS_DAMAGED
            raise ClassesUnknownError(f"{arrived}; {error}", reason) from error
        if are_the_same(declared.classes, labels) and len(set(labels)) == len(labels):
            return labels
        if look_damaged:
            raise ClassesUnknownError(arrived, Reason.LABELS_DAMAGED)
        return declared.classes

    def _labels_in_header(self, dataset_id: int, declared: Target) -> tuple[str, ...]:
        """Return the labels that the file of a data set declares; () if it declares none."""

        def find() -> Sequence[str]:
            with self._file(dataset_id, first_bytes=HEADER_BYTES) as path:
                header = read_header(path)
                return header.labels[header.names.index(declared.name)]

        return self._kept(find, dataset_id, "labels", declared.name)

    def _occurring(self, dataset_id: int, declared: Target) -> tuple[str, ...]:
        """Return the labels that occur in the file of a data set."""

        def find() -> Sequence[str]:
            with self._file(dataset_id) as path:
                header = read_header(path)
                column = header.names.index(declared.name)
                values = {row[column] for row in read_rows(path, header)}
            matcher = LabelMatcher(declared.classes)
            occurring = {matcher.index(label) for label in values} - {NO_CLASS}
            return [declared.classes[index] for index in sorted(occurring)]

        return self._kept(find, dataset_id, "occurring", declared.name, *declared.classes)

    def _kept(
        self, find: Callable[[], Sequence[str]], dataset_id: int, kind: str, *names: str
    ) -> tuple[str, ...]:
        """Return labels from the cache, or find and keep them."""
        key = f"{self._client.server}/data/{dataset_id}/{kind}/{json.dumps(names)}"
        kept = self._cache.get(key)
        if kept is None:
            kept = json.dumps(find()).encode()
            self._cache.put(key, kept)
        return tuple(json.loads(kept))

    @contextmanager
    def _file(self, dataset_id: int, first_bytes: int | None = None) -> Iterator[Path]:
        """Download the file of a data set, or of a large one at least the ``first_bytes``.

        What is wrong with it, also for those who read it, is a `ClassesUnknownError`.
        """
        file_id = identifier(text(self._answer(Kind.DATASETS, dataset_id), "file_id"))
        with TemporaryDirectory() as folder:
            path = Path(folder) / "data.arff"
            try:
                try:
                    name = calls.dataset_file(file_id)
                    self._client.download(name, path, most_bytes=first_bytes or MOST_FILE_BYTES)
                except TooBigError:
                    # What has been written until the bound is its beginning.
                    if first_bytes is None:
                        raise
                yield path
            except (MissingFileError, RunUnusableError, ValueError) as error:
                detail = f"the labels of data set {dataset_id} can't be counted ({error})"
                # A file that does not come may come later; one that is too big stays so.
                is_for_now = isinstance(error, MissingFileError) and not isinstance(
                    error, TooBigError
                )
                reason = Reason.TASK_NOT_DESCRIBED if is_for_now else Reason.CLASSES_UNKNOWN
                raise ClassesUnknownError(detail, reason) from error

    def _answer(self, kind: Kind, dataset_id: int) -> ElementTree.Element:
        try:
            return self._client.ask(calls.described(kind, dataset_id), cached=True)
        except ServerError as error:
            if error.code not in REFUSALS:
                raise
            detail = f"data set {dataset_id}: {plain(error.message)} (code {error.code})"
            raise ClassesUnknownError(detail) from error
