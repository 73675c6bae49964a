"""Models of a task that wait for its bundle, and files that are set aside."""

import hashlib
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from prgbench.run.errors import PrgbenchError
from prgbench.run.files import sha256_of
from prgbench.run.records import from_json, to_json
from prgbench.sources.interface import Predictions, SentPredictions
from prgbench.sources.store.layout import checked_id

FOLDER = "damaged"
_NOTE = re.compile(r"([0-9]+)-[0-9]+\.fetch")


class SetAsideError(PrgbenchError):
    """A bundle that can't be used and was set aside, so that its task is fetched once more.

    ``what`` is the sentence without what the next run does.
    """

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}; run the same command again: it is fetched once more.")
        self.what = what


def set_aside(opened: os.stat_result, ask: bool, path: Path, why: str) -> PrgbenchError:
    """Set a bundle aside and return the error that says so.

    Parameters
    ----------
    opened : os.stat_result
        The file that was found damaged; another one that lies there by now stays.
    ask : bool
        Whether the next run has to fetch the task.
    path : Path
        The bundle.
    why : str
        What is wrong with it.
    """
    what = f"{path} (task {path.stem}) can't be used ({why})"
    try:
        if not path.exists() or not os.path.samestat(opened, path.stat()):
            return SetAsideError(f"{what} and has been replaced")
        place = _new(path, ".parquet")
        path.replace(place)
        if ask:
            place.with_suffix(".fetch").write_text(f"{why}\n", encoding="utf-8")
    except OSError as error:
        return PrgbenchError(
            f"{what} nor set aside ({error.strerror}): delete it and run the same command again."
        )
    return SetAsideError(f"{what} and was set aside as {place.relative_to(path.parent)}")


def ask_again(path: Path, why: str) -> None:
    """Leave a note that a bundle has to be fetched once more."""
    _new(path, ".fetch").write_text(f"{why}\n", encoding="utf-8")


def asked_again(store: Path) -> Iterator[tuple[int, str]]:
    """Yield the task and the name of each note in a store, in order."""
    for path in sorted((store / "bundles" / FOLDER).glob("*.fetch")):
        match = _NOTE.fullmatch(path.name)
        if match is not None:
            yield int(match[1]), path.name


def _new(path: Path, ending: str) -> Path:
    """Make an empty file for the task of a bundle, under a number that has none yet."""
    folder = path.parent / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for number in count(1):
        name = f"{path.stem}-{number}"
        if any(folder.glob(f"{name}.*")):
            continue
        place = folder / f"{name}{ending}"
        try:
            place.touch(exist_ok=False)
        except FileExistsError:
            continue
        return place
    raise AssertionError


Scalar = TypeVar("Scalar", bound=np.generic)


@dataclass(frozen=True, slots=True)
class StagedModel:
    """A model that has been read: what it is known by, and the checksums of what is stored.

    ``rows``, ``folds`` and ``truth`` are what it must share with others; the last two are empty
    where the source does not state them. ``content`` is its own file: the predicted classes, if
    there are any, and the scores of each class.
    """

    run_id: int
    file_id: int
    sha256: str
    n_rows: int
    rows: str
    folds: str
    truth: str
    has_predicted: bool
    content: str


class Staging:
    """The models of one task in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._journal = folder / "models.jsonl"
        self._models = {model.run_id: model for model in _read(self._journal)}
        self._intact: dict[str, str] = {}

    def add(
        self, sent: SentPredictions, predictions: Predictions, labelled: NDArray[np.bool_]
    ) -> StagedModel:
        """Store the labelled rows of a model; it counts as there only when all of it is."""
        order = np.lexsort((predictions.row_id, predictions.repeat))
        if not labelled.all():
            order = order[labelled[order]]
        rows = np.empty((2, len(order)), dtype=np.int64)
        rows[0], rows[1] = predictions.repeat[order], predictions.row_id[order]
        folds = predictions.fold[order]
        truth, predicted = predictions.truth, predictions.predicted
        own = [*([] if predicted is None else [predicted]), *predictions.confidences]
        self._folder.mkdir(parents=True, exist_ok=True)
        model = StagedModel(
            run_id=sent.run_id,
            file_id=sent.file_id,
            sha256=sent.sha256,
            n_rows=len(order),
            rows=self.share(rows),
            folds=self.share(folds) if (folds >= 0).all() else "",
            truth="" if truth is None else self.share(truth[order]),
            has_predicted=predicted is not None,
            content=self._save(_own(sent.run_id), (values[order] for values in own)),
        )
        with self._journal.open("a", encoding="utf-8") as journal:
            # Before it, what a killed process has left of a line ends.
            journal.write(f"\n{to_json(model)}\n")
        self._models[model.run_id] = model
        return model

    def get(self, run_id: int) -> StagedModel | None:
        """Return a model that was stored completely and is intact, by whatever process."""
        model = self._models.get(checked_id(run_id, "run"))
        if model is None:
            return None
        shared = [(name, name) for name in (model.rows, model.folds, model.truth) if name]
        whole = all(self._is_intact(*file) for file in [*shared, (_own(run_id), model.content)])
        return model if whole else None

    def shared(
        self, checksum: str, dtype: type[Scalar], rows: slice | None = None
    ) -> NDArray[Scalar]:
        """Return values that models share: all, or those of a slice."""
        return self._load(checksum, dtype, 0, rows)

    def scores(self, run_id: int, label: int, rows: slice) -> NDArray[np.float64]:
        """Return a model's scores of a class in a slice of its rows."""
        model = self._models[run_id]
        before = model.n_rows * (model.has_predicted + 8 * label)
        return self._load(_own(run_id), np.float64, before, rows)

    def predicted(self, run_id: int, rows: slice) -> NDArray[np.int8] | None:
        """Return a model's predicted classes in a slice of its rows, if its file has them."""
        has_them = self._models[run_id].has_predicted
        return self._load(_own(run_id), np.int8, 0, rows) if has_them else None

    def clear(self) -> None:
        """Forget all models."""
        shutil.rmtree(self._folder, ignore_errors=True)
        self._models.clear()
        self._intact.clear()

    def share(self, array: NDArray[Any]) -> str:
        """Store an array that models share and return its checksum."""
        checksum = hashlib.sha256(np.ascontiguousarray(array).data).hexdigest()
        if self._intact.get(checksum) != checksum:
            self._save(checksum, [array])
        return checksum

    def _is_intact(self, name: str, checksum: str) -> bool:
        """Verify a file unless this process has written or verified it before."""
        if name not in self._intact:
            try:
                self._intact[name] = sha256_of(self._path(name))
            except OSError:
                return False
        return self._intact[name] == checksum

    def _save(self, name: str, arrays: Iterable[NDArray[Any]]) -> str:
        """Write arrays one after the other and return the checksum of all."""
        checksum = hashlib.sha256()
        with self._path(name).open("wb") as file:
            for array in map(np.ascontiguousarray, arrays):
                checksum.update(array.data)
                file.write(array.data)
        self._intact[name] = checksum.hexdigest()
        return self._intact[name]

    def _load(
        self, name: str, dtype: type[Scalar], before: int, rows: slice | None
    ) -> NDArray[Scalar]:
        """Return values that begin after a number of bytes."""
        if rows is None:
            return np.fromfile(self._path(name), dtype, offset=before)
        offset = before + rows.start * np.dtype(dtype).itemsize
        return np.fromfile(self._path(name), dtype, rows.stop - rows.start, offset=offset)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.bin"


def _read(journal: Path) -> Iterator[StagedModel]:
    """Yield the models of a journal; lines that are not whole say nothing."""
    try:
        lines = journal.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return
    for line in lines:
        try:
            yield from_json(StagedModel, line)
        except ValueError:
            continue


def _own(run_id: int) -> str:
    return f"{checked_id(run_id, 'run')}.own"
