"""A frozen study: its plan, its bundles and what was left out, in one file or folder.

The same plan gives the same bytes: bundles are written anew with the models of the study alone,
and nothing in the file is packed or dated.
"""

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, Any, NoReturn
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import yaml

from prgbench import __version__
from prgbench.run.errors import PrgbenchError
from prgbench.run.files import atomic_path, sha256_of
from prgbench.run.records import RecordError, from_json, to_json
from prgbench.run.safe_text import plain
from prgbench.sources.exclusions import FOR_NOW, Reason
from prgbench.sources.fields import Count, Name
from prgbench.sources.interface import MINORITY, Source
from prgbench.sources.runs import Run
from prgbench.sources.tasks import Task

if TYPE_CHECKING:
    from prgbench.sources.chosen_models import ChosenModels
    from prgbench.sources.store.bundle import BundleStore

ENDING = ".zip"
MANIFEST = "frozen.json"
PLAN = "plan.json"
FETCHED = "fetched.json"
CHECKSUMS = "SHA256SUMS"
STUDY = "study.yaml"
FORMAT = 2
LARGEST_TEXT = 100_000_000
PIECE = 1 << 20
MOST_UNPACKED = 20
"""The demo, packed with deflate, is twice as large unpacked."""

_NO_DATE = (1980, 1, 1, 0, 0, 0)
_READABLE = 0o644 << 16


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a frozen study says of its source."""

    archive: Name
    has_pages: bool
    positive_label: Name | dict[Name, Name] = MINORITY
    format: Count = FORMAT


def _check_regular(path: Path) -> None:
    """Refuse pipes, sockets and devices, which can't be read to an end."""
    if path.exists() and not path.is_file():
        raise PrgbenchError(f"{path} is not a regular file: correct `archive`.")


def is_frozen(archive: str | Sequence[str]) -> bool:
    """Say whether an archive is a frozen study: by its ending, or by what is in the folder."""
    return isinstance(archive, str) and (
        archive.endswith(ENDING) or (Path(archive) / MANIFEST).exists()
    )


def freeze(
    path: Path,
    source: Source,
    fetched: Iterable["ChosenModels"],
    *,
    plan: Path,
    notes: Mapping[str, str],
) -> None:
    """Write a study into one file; ``notes`` are the texts beside the data, by name."""
    from prgbench.sources.store.bundle import BundleStore, write_bundle
    from prgbench.sources.store.fetched import write_fetched

    store = BundleStore(source.bundles)
    records = sorted(map(_for_good, fetched), key=lambda record: record.task.task_id)
    labels = source.positive_label or source.positive_rule
    manifest = Manifest(
        source.label, source.has_pages, labels if isinstance(labels, str) else dict(labels)
    )
    checksums = {}
    with (
        atomic_path(path) as temporary,
        TemporaryDirectory(dir=path.parent, prefix=".freezing-") as folder,
        ZipFile(temporary, "w") as file,
    ):
        part = Path(folder) / "part"
        for name, text in {**notes, MANIFEST: f"{to_json(manifest)}\n"}.items():
            part.write_text(text, encoding="utf-8")
            checksums[name] = _add(file, name, part)
        checksums[PLAN] = _add(file, PLAN, plan)
        write_fetched(part, records)
        checksums[FETCHED] = _add(file, FETCHED, part)
        for record in records:
            if record.models:
                bundle = store.open(record.task.task_id, record.task)
                header = replace(
                    bundle.header,
                    version=__version__,
                    task=record.task,
                    models=tuple(record.models),
                    rejected=(),
                )
                # Written again: models of other studies stay out, and the bytes are the same.
                write_bundle(part, header, {}, bundle)
                name = _bundle(record.task.task_id)
                checksums[name] = _add(file, name, part)
        lines = (f"{checksum}  {name}\n" for name, checksum in sorted(checksums.items()))
        part.write_text("".join(lines), encoding="utf-8")
        _add(file, CHECKSUMS, part)


def _for_good(fetched: "ChosenModels") -> "ChosenModels":
    """Return what was fetched of a task, with what is left out for now left out for good.

    Nobody who has the frozen study can ask for it again.
    """
    exclusions = [
        replace(exclusion, reason=Reason.NOT_FROZEN) if exclusion.reason in FOR_NOW else exclusion
        for exclusion in fetched.exclusions
    ]
    return replace(fetched, exclusions=exclusions)


def _bundle(task_id: int) -> str:
    return f"bundles/{task_id}.parquet"


def _add(file: ZipFile, name: str, path: Path) -> str:
    """Add a file without date, owner and compression; return its checksum."""
    # The same study gives the same bytes on any day and any machine.
    entry = ZipInfo(name, _NO_DATE)
    entry.create_system = 3
    entry.external_attr = _READABLE
    entry.file_size = path.stat().st_size
    with path.open("rb") as read, file.open(entry, "w") as written:
        while piece := read.read(PIECE):
            written.write(piece)
    return sha256_of(path)


class FrozenSource(Source):
    """A frozen study in a file or, unpacked, in a folder.

    Its plan is taken as it is, and its bundles are copied into the store when they are fetched,
    each compared with its checksum. It has no prediction files.
    """

    def __init__(self, path: Path, resources: Path = Path("resources")) -> None:
        self.path = path
        self._resources = resources
        # Before anybody reads it for a checksum: a pipe is waited for without end.
        _check_regular(self.marker)

    @property
    def label(self) -> str:
        """How figures, plan and report call the source: as before it was frozen."""
        with suppress(PrgbenchError):
            return plain(self._manifest.archive)
        return f"frozen study {self.path.name}"

    @property
    def has_pages(self) -> bool:
        """Whether its tasks, runs and data sets have pages at openml.org."""
        with suppress(PrgbenchError):
            return self._manifest.has_pages
        return False

    @property
    def store(self) -> Path:
        """The folder of its plan and bundles, which depends on the checksums alone."""
        return self._resources / f"frozen-{self.state[:12]}"

    @property
    def state(self) -> str:
        """A checksum of the checksums that it states, by which all that is read is compared."""
        identity = sha256()
        with suppress(PrgbenchError):
            identity.update(self._text(CHECKSUMS))
        return identity.hexdigest()

    @property
    def index_state(self) -> str:
        """The same as `state`, as its plan is among the files with checksums."""
        return self.state

    @property
    def bundles(self) -> Path:
        """The store: a frozen study has one positive class in each task."""
        return self.store

    @property
    def marker(self) -> Path:
        """The file, or the checksums in the folder."""
        return self.path / CHECKSUMS if self.path.is_dir() else self.path

    @property
    def plan(self) -> Path:
        """Its plan, in the store."""
        if self.positive_label not in (None, self._manifest.positive_label):
            stated = plain(repr(self._manifest.positive_label))
            raise PrgbenchError(
                f"{self.path} was frozen with `positive_label` {stated}: use the same value in "
                "the study file."
            )
        return self._copied(PLAN, self.store / PLAN)

    @property
    def planned_selection(self) -> Mapping[str, Any]:
        """The keys of `selection` in the study file that was frozen with it, if it is readable."""
        with suppress(PrgbenchError, yaml.YAMLError, UnicodeDecodeError):
            study = yaml.safe_load(self._text(STUDY).decode())
            if isinstance(study, Mapping) and isinstance(study.get("selection"), Mapping):
                return dict(study["selection"])
        return {}

    def fetched(self, store: "BundleStore", task: Task, runs: Sequence[Run]) -> "ChosenModels":
        """Return what was fetched of a task, without models that are not among the runs."""
        record = self._records.get(task.task_id)
        if record is None:
            raise PrgbenchError(f"{self.path} has no task {task.task_id}: use its own plan.")
        wanted = {run.run_id for run in runs}
        if record.models:
            with store.lock(task.task_id):
                self._copied(_bundle(task.task_id), store.path(task.task_id))
        return replace(record, models=[m for m in record.models if m.run.run_id in wanted])

    def _refuse(self, *_asked: Any, **_named: Any) -> NoReturn:
        raise PrgbenchError(f"{self.path} is a frozen study: it has one plan and its bundles.")

    tasks = candidate_runs = send = read = _refuse

    @cached_property
    def _manifest(self) -> Manifest:
        try:
            manifest = from_json(Manifest, self._text(MANIFEST).decode("utf-8", "replace"))
        except RecordError as error:
            raise PrgbenchError(f"{self.path} is not a frozen study ({error}).") from None
        if manifest.format != FORMAT:
            raise PrgbenchError(
                f"{self.path} is a frozen study in format {manifest.format}, but this version "
                f"reads format {FORMAT}: use the version that its README names."
            )
        return manifest

    @cached_property
    def _checksums(self) -> dict[str, str]:
        lines = self._text(CHECKSUMS).decode("utf-8", "replace").splitlines()
        parts = (line.partition("  ") for line in lines)
        return {name: checksum for checksum, _, name in parts}

    @cached_property
    def _records(self) -> "dict[int, ChosenModels]":
        from prgbench.sources.store.fetched import read_fetched

        records = read_fetched(self._copied(FETCHED, self.store / FETCHED))
        return {record.task.task_id: record for record in records}

    def _copied(self, name: str, target: Path) -> Path:
        """Return a file in the store, copied there unless it is there as it was frozen."""
        expected = self._checksums.get(name)
        if target.exists() and sha256_of(target) == expected:
            return target
        digest = sha256()
        with self._opened(name) as read, atomic_path(target) as temporary:
            with temporary.open("wb") as written:
                while piece := read.read(PIECE):
                    digest.update(piece)
                    written.write(piece)
            if digest.hexdigest() != expected:
                self._damaged(f"{name} differs from its checksum")
        return target

    def _text(self, name: str) -> bytes:
        with self._opened(name) as file:
            return file.read(LARGEST_TEXT)

    @contextmanager
    def _opened(self, name: str) -> Iterator[IO[bytes]]:
        """Open one of the files, in a file or in a folder."""
        try:
            if self.path.is_dir():
                _check_regular(self.path / name)
                with (self.path / name).open("rb") as file:
                    yield file
            else:
                with ZipFile(self.path) as archive:
                    self._check_sizes(archive.infolist())
                    with archive.open(name) as file:
                        yield file
        except FileNotFoundError as error:
            raise PrgbenchError(f"{error.filename} does not exist: correct `archive`.") from None
        # zipfile raises RuntimeError for encrypted files and flags, ValueError for wrong offsets.
        except (KeyError, BadZipFile, EOFError, RuntimeError, ValueError, zlib.error) as error:
            self._damaged(plain(str(error)).strip("'\""))

    def _check_sizes(self, entries: Sequence[ZipInfo]) -> None:
        """Refuse what would fill the disk, before anything is unpacked."""
        if any(entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for entry in entries):
            self._damaged("it is not compressed with deflate")
        if sum(entry.file_size for entry in entries) > MOST_UNPACKED * self.path.stat().st_size:
            self._damaged(f"unpacked it would be more than {MOST_UNPACKED} times as large")

    def _damaged(self, why: str) -> NoReturn:
        raise PrgbenchError(
            f"{self.path} is not a frozen study, or is damaged ({why}): download or copy it again."
        )
