"""The classes of a task's own target, as they occur in its data set."""

from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from prgbench.archive.interface import RunUnusableError
from prgbench.archive.openml.answers import MissingFileError, ServerError, records, text
from prgbench.archive.openml.cache import AnswerCache
from prgbench.archive.openml.client import Client
from prgbench.archive.predictions.class_labels import NO_CLASS, LabelMatcher
from prgbench.archive.predictions.header import read_header
from prgbench.archive.predictions.tolerant import read_rows


class ClassesUnknownError(Exception):
    """The server can't say which classes the target has."""


class Targets:
    """Ask for the classes of targets.

    Parameters
    ----------
    client : Client
        The client.
    cache : AnswerCache
        Keeps what was counted in a data set.
    """

    def __init__(self, client: Client, cache: AnswerCache) -> None:
        self._client = client
        self._cache = cache

    def classes(self, dataset_id: int, target: str, minority_size: int | None) -> tuple[str, ...]:
        """Return the labels of a target that occur, in the order of their declaration.

        Parameters
        ----------
        dataset_id : int
            The data set.
        target : str
            The feature.
        minority_size : int or None
            The data set's quality of this name. It is 0 where a declared label does not
            occur; then the labels are counted in the data.

        Raises
        ------
        ClassesUnknownError
            If the server has not processed the data set, or does not have the feature.
        """
        declared = self._declared(dataset_id, target)
        if len(declared) < 2 or minority_size != 0:
            return declared
        key = f"{self._client.server}/data/{dataset_id}/occurring/{target}"
        known = self._cache.get(key)
        if known is None:
            occurring = self._occurring(dataset_id, target, declared)
            known = "\n".join(map(str, sorted(occurring))).encode()
            self._cache.put(key, known)
        return tuple(declared[int(index)] for index in known.split())

    def _declared(self, dataset_id: int, target: str) -> tuple[str, ...]:
        root = self._answer(f"data/features/{dataset_id}", dataset_id)
        for feature in records(root, "feature"):
            if text(feature, "name") == target:
                values = records(feature, "nominal_value")
                return tuple((value.text or "").strip() for value in values)
        raise ClassesUnknownError(f"data set {dataset_id} has no feature {target!r}")

    def _occurring(self, dataset_id: int, target: str, declared: tuple[str, ...]) -> set[int]:
        file_id = text(self._answer(f"data/{dataset_id}", dataset_id), "file_id")
        matcher = LabelMatcher(declared)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "data.arff"
            try:
                self._client.download(f"data/v1/download/{file_id}/data.arff", path)
                header = read_header(path)
                column = header.names.index(target)
                labels = {row[column] for row in read_rows(path, header)}
            except (MissingFileError, RunUnusableError, ValueError) as error:
                detail = f"the labels of data set {dataset_id} can't be counted ({error})"
                raise ClassesUnknownError(detail) from error
        return {matcher.index(label) for label in labels} - {NO_CLASS}

    def _answer(self, call: str, dataset_id: int) -> ElementTree.Element:
        try:
            return self._client.ask(call, cached=True)
        except ServerError as error:
            detail = f"data set {dataset_id}: {error.message} (code {error.code})"
            raise ClassesUnknownError(detail) from error
