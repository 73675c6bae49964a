"""Staged models, which wait for the bundle of their task, and bundles that are set aside."""

import hashlib
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from prgbench.run.errors import PrgbenchError
from prgbench.run.files import sha256_of
from prgbench.run.records import from_json, to_json
from prgbench.sources.interface import Predictions, SentPredictions
from prgbench.sources.store.layout import Shared

Scalar = TypeVar("Scalar", bound=np.generic)
FOLDER = "damaged"
_NOTE = re.compile(r"([0-9]+)-[0-9]+\.fetch")


@dataclass(frozen=True, slots=True)
class StagedModel:
    """A model that has been read: its identity and the checksums of what is stored.

    ``content`` is that of its file: the predicted classes, if any, and the scores of each class.
    """

    run_id: int
    file_id: int
    sha256: str
    n_rows: int
    shared: Shared
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
        """Store the labelled rows of a model, then its line in the journal."""
        order = np.lexsort((predictions.row_id, predictions.repeat))
        if not labelled.all():
            order = order[labelled[order]]
        rows = np.empty((2, len(order)), dtype=np.int64)
        rows[0], rows[1] = predictions.repeat[order], predictions.row_id[order]
        folds = predictions.fold[order]
        truth, predicted = predictions.truth, predictions.predicted
        groups = predictions.group
        content = [*([] if predicted is None else [predicted]), *predictions.confidences]
        self._folder.mkdir(parents=True, exist_ok=True)
        model = StagedModel(
            run_id=sent.run_id,
            file_id=sent.file_id,
            sha256=sent.sha256,
            n_rows=len(order),
            shared=Shared(
                rows=self.share(rows),
                folds=self.share(folds) if (folds >= 0).all() else "",
                truth="" if truth is None else self.share(truth[order]),
                groups="" if groups is None else self.share(groups[order]),
            ),
            has_predicted=predicted is not None,
            content=self._save(_name_of(sent.run_id), (values[order] for values in content)),
        )
        with self._journal.open("a", encoding="utf-8") as journal:
            # The first line break ends what a killed process may have left.
            journal.write(f"\n{to_json(model)}\n")
        self._models[model.run_id] = model
        return model

    def get(self, run_id: int) -> StagedModel | None:
        """Return a model if it was stored completely, by any process, and is intact."""
        model = self._models.get(run_id)
        if model is None:
            return None
        files = {checksum: checksum for checksum in astuple(model.shared) if checksum}
        files[_name_of(run_id)] = model.content
        return model if all(self._is_intact(*file) for file in files.items()) else None

    def shared(
        self, checksum: str, dtype: type[Scalar], rows: slice | None = None
    ) -> NDArray[Scalar]:
        """Return shared values: all, or those of a slice."""
        return self._load(checksum, dtype, 0, rows)

    def scores(self, run_id: int, label: int, rows: slice) -> NDArray[np.float64]:
        """Return a model's scores of a class in a slice of its rows."""
        model = self._models[run_id]
        before = model.n_rows * (model.has_predicted + 8 * label)
        return self._load(_name_of(run_id), np.float64, before, rows)

    def predicted(self, run_id: int, rows: slice) -> NDArray[np.int8] | None:
        """Return a model's predicted classes in a slice of its rows, if its file has them."""
        has_them = self._models[run_id].has_predicted
        return self._load(_name_of(run_id), np.int8, 0, rows) if has_them else None

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
        """Verify a file unless this process has done so or written it."""
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
        """Return the values after a number of bytes: all, or those of a slice."""
        start, n_rows = (0, -1) if rows is None else (rows.start, rows.stop - rows.start)
        offset = before + start * np.dtype(dtype).itemsize
        return np.fromfile(self._path(name), dtype, n_rows, offset=offset)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.bin"


def _read(journal: Path) -> Iterator[StagedModel]:
    """Yield the models of a journal; incomplete lines are skipped."""
    text = journal.read_text(encoding="utf-8", errors="replace") if journal.exists() else ""
    for line in text.splitlines():
        with suppress(ValueError):
            yield from_json(StagedModel, line)


def _name_of(run_id: int) -> str:
    return f"{run_id}.own"


class SetAsideError(PrgbenchError):
    """A bundle that can't be used and was set aside; ``what`` is the sentence without advice."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}; run the same command again: it is fetched once more.")
        self.what = what


def set_aside(opened: os.stat_result, ask: bool, path: Path, why: str) -> PrgbenchError:
    """Set a bundle aside, unless another file has replaced it, and return the error to raise.

    ``opened`` is the damaged file; ``ask`` says whether the next run has to fetch the task.
    """
    problem = f"{path} (task {path.stem}) can't be used ({why})"
    try:
        if not path.exists() or not os.path.samestat(opened, path.stat()):
            return SetAsideError(f"{problem} and has been replaced")
        target = _new(path, ".parquet")
        path.replace(target)
        if ask:
            target.with_suffix(".fetch").write_text(f"{why}\n", encoding="utf-8")
    except OSError as error:
        return PrgbenchError(
            f"{problem} nor set aside ({error.strerror}): delete it and run the same command "
            "again."
        )
    return SetAsideError(f"{problem} and was set aside as {target.relative_to(path.parent)}")


def ask_again(path: Path, why: str) -> None:
    """Leave a note that a bundle must be fetched again."""
    _new(path, ".fetch").write_text(f"{why}\n", encoding="utf-8")


def asked_again(store: Path) -> Iterator[tuple[int, str]]:
    """Yield the task and the file name of each note in a store, in order."""
    for path in sorted((store / "bundles" / FOLDER).glob("*.fetch")):
        match = _NOTE.fullmatch(path.name)
        if match is not None:
            yield int(match[1]), path.name


def _new(path: Path, ending: str) -> Path:
    """Make an empty file for the task of a bundle, with the next free number."""
    folder = path.parent / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        target = folder / f"{path.stem}-{number}{ending}"
        if not any(folder.glob(f"{target.stem}.*")):
            with suppress(FileExistsError):
                target.touch(exist_ok=False)
                return target
        number += 1
