"""The classes of a data set, from its description and the head of its file."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from prgbench.run.foreign_text import plain
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
from prgbench.sources.openml.client import MOST_FILE_BYTES, AnswerCache, Client
from prgbench.sources.predictions.layout import (
    BYTE_ORDER_MARK,
    NO_CLASS,
    QUOTED,
    LabelMatcher,
    decode,
    nominal_values,
    read_header,
    unquote,
)
from prgbench.sources.predictions.tolerant import read_rows

LAST_LATIN_1 = "\xff"
LONGEST_LINE = 1 << 24
LONGEST_LABEL = 10_000
HEADER_BYTES = 1 << 22

_NOMINAL = re.compile(
    rf"@attribute[ \t]++({QUOTED}|[^ \t'\"{{]++)[ \t]*+(\{{.*+)", re.IGNORECASE | re.ASCII
)
_SURROGATE = re.compile("[\ud800-\udfff]")


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

        The file of the data set is downloaded only if the server may have damaged the labels of
        two classes, or if labels may not occur: then ``minority_size``, a quality of the data
        set, is 0. `ClassesUnknownError` if the labels can't be known.
        """
        declared = self._declared(dataset_id, name)
        counted = minority_size == 0 and len(declared.classes) > 1
        if len(declared.classes) != 2 and not counted:
            return declared
        labels = declared.classes
        if may_be_damaged(labels):
            labels = self._undamaged(dataset_id, declared)
        if counted:
            labels = self._occurring(dataset_id, declared.name, labels)
        return Target(declared.name, labels, declared.n_unlabelled)

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
        labels = self._labels_in_header(dataset_id, declared)
        if are_the_same(declared.classes, labels) and len(set(labels)) == len(labels):
            return labels
        if look_damaged(declared.classes):
            shown = ", ".join(repr(plain(label, 40)) for label in declared.classes[:5])
            raise ClassesUnknownError(
                f"data set {dataset_id}: the labels of {plain(declared.name)!r} arrive as {shown}",
                Reason.LABELS_DAMAGED,
            )
        return declared.classes

    def _labels_in_header(self, dataset_id: int, declared: Target) -> tuple[str, ...]:
        """Return the labels in the header of the data set's file; () if there are none."""

        def find() -> Sequence[str]:
            with self._file(dataset_id, beginning_bytes=HEADER_BYTES) as path:
                return labels_in_header(path, declared.name)

        try:
            return self._kept(find, dataset_id, "labels", declared.name)
        except ClassesUnknownError:
            return ()

    def _occurring(self, dataset_id: int, name: str, labels: tuple[str, ...]) -> tuple[str, ...]:

        def find() -> Sequence[str]:
            matcher = LabelMatcher(labels)
            with self._file(dataset_id) as path:
                header = read_header(path)
                column = header.names.index(name)
                values = {row[column] for row in read_rows(path, header)}
            occurring = {matcher.index(label) for label in values} - {NO_CLASS}
            return [labels[index] for index in sorted(occurring)]

        return self._kept(find, dataset_id, "occurring", name, *labels)

    def _kept(
        self, find: Callable[[], Sequence[str]], dataset_id: int, kind: str, *names: str
    ) -> tuple[str, ...]:
        """Return labels from the cache, or find and keep them."""
        key = f"{self._client.server}/data/{dataset_id}/{kind}/{json.dumps(names)}"
        labels = self._cache.get(key)
        if labels is None:
            labels = json.dumps(find()).encode()
            self._cache.put(key, labels)
        return tuple(json.loads(labels))

    @contextmanager
    def _file(self, dataset_id: int, beginning_bytes: int | None = None) -> Iterator[Path]:
        """Download the data set's file, or at least its beginning."""
        file_id = identifier(text(self._answer(Kind.DATASETS, dataset_id), "file_id"))
        with TemporaryDirectory() as folder:
            path = Path(folder) / "data.arff"
            try:
                name, most_bytes = calls.dataset_file(file_id), MOST_FILE_BYTES
                try:
                    # Of a file that goes on, what was written until the bound is its beginning.
                    self._client.download(name, path, most_bytes=beginning_bytes or most_bytes)
                except TooBigError:
                    if beginning_bytes is None:
                        raise
                yield path
            except (MissingFileError, RunUnusableError, ValueError) as error:
                detail = f"the labels of data set {dataset_id} can't be counted ({error})"
                raise ClassesUnknownError(detail) from error

    def _answer(self, kind: Kind, dataset_id: int) -> ElementTree.Element:
        try:
            return self._client.ask(calls.described(kind, dataset_id), cached=True)
        except ServerError as error:
            detail = f"data set {dataset_id}: {plain(error.message)} (code {error.code})"
            raise ClassesUnknownError(detail) from error


def labels_in_header(path: Path, name: str) -> tuple[str, ...]:
    """Return the labels that the header of an ARFF file declares for an attribute."""
    with path.open("rb") as file:
        while line := file.readline(LONGEST_LINE):
            text = decode(line.removeprefix(BYTE_ORDER_MARK)).strip()
            match = _NOMINAL.match(text)
            if match is not None and unquote(match[1]) == name:
                return tuple(nominal_values(match[2]))
            if text[:5].lower() == "@data":
                break
    raise RunUnusableError(Reason.UNREADABLE, f"no labels of {plain(name)!r} in its header")


def may_be_damaged(labels: Sequence[str]) -> bool:
    """Tell whether labels have question marks or repeat.

    Examples
    --------
    >>> may_be_damaged(["no", "yes?"]), may_be_damaged(["no", "yes"])
    (True, False)
    """
    return len(set(labels)) < len(labels) or any("?" in label for label in labels)


def look_damaged(labels: Sequence[str]) -> bool:
    """Tell whether labels are unlikely to be real: repeated, or "?" before the last letter."""
    return len(set(labels)) < len(labels) or any("?" in label[:-1] for label in labels)


def are_the_same(labels: Sequence[str], true_labels: Sequence[str]) -> bool:
    """Tell whether labels are the true ones except for letters outside latin-1."""
    if list(map(len, labels)) != list(map(len, true_labels)):
        return False
    letters, true_letters = "".join(labels), "".join(true_labels)
    return not _SURROGATE.search(true_letters) and all(
        letter == true or (letter == "?" and true > LAST_LATIN_1)
        for letter, true in zip(letters, true_letters, strict=True)
    )
