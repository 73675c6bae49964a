"""What each result of a study was made of, and what it holds: ``results/<study>/records``.

A result is up to date if it holds what was written, and if its inputs, settings and code are those
of now. Snakemake remembers times and parameters in a folder of its own; records lie with the
results, go where they go, and know contents.
"""

import hashlib
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from prgbench.run.disk_errors import not_allowed
from prgbench.run.errors import PrgbenchError
from prgbench.run.files import sha256_of, write_text
from prgbench.run.job_settings import FOLDER as SETTINGS
from prgbench.run.job_settings import SAY_NOTHING
from prgbench.run.records import RecordError, from_json, to_json
from prgbench.run.versions import versions_of_now

FOLDER = "records"
PLAN = "plan/plan.json"

_NO_RESULTS = {FOLDER, SETTINGS, "kept", "logs", "progress"}
_NOT_ENDED = "the job that makes it has not ended"
_OTHER_SETTINGS = "its settings have changed since"
_NO_FILE = "no regular file"
_NAMED = 3
_DIGITS = 32

Kind = Literal["altered", "missing", "stale", "made from a stale result", "without a record"]


@dataclass(frozen=True, slots=True)
class ResultRecord:
    """What one result, a file or a folder of tables, was made of.

    ``path`` is its own, relative to the study's folder, as those of ``inputs`` with their
    checksums are; ``files`` are the checksums of the files of a folder, ``content`` that of the
    whole. ``renewed`` is why it was made again, as the file of the job's settings said.
    """

    rule: str
    wildcards: dict[str, str]
    settings: str
    code: str | None
    versions: dict[str, str]
    inputs: dict[str, str]
    path: str = ""
    content: str = ""
    files: dict[str, str] = field(default_factory=dict)
    renewed: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """A result that is not what a run of now would leave, and why."""

    path: str
    kind: Kind
    why: str = ""

    def __str__(self) -> str:
        return f"{self.path} is {self.kind}{self.why and f': {self.why}'}"


Expected = Callable[[str, ResultRecord], tuple[str, str | None]]
"""The settings and the code that the record of a result would have now."""


def settings_digest(params: Mapping[str, Any], wildcards: object = None) -> str:
    """Return a checksum of a job's parameters, without its code and those that only say something.

    Parameters that are functions are those of the job's wildcards.
    """
    kept = {
        name: value(wildcards) if callable(value) else value
        for name, value in params.items()
        if name not in SAY_NOTHING
    }
    return _short(json.dumps(kept, sort_keys=True, default=str))


@contextmanager
def recorded(
    rule: str,
    wildcards: Mapping[str, str],
    params: Mapping[str, Any],
    inputs: Sequence[str],
    outputs: Sequence[str],
    renewed: str = "",
) -> Iterator[None]:
    """Look at the inputs of a job before it reads them, and note what it has made of them."""
    folder = study_folder(outputs)
    if folder is None:
        yield
        return
    results = StudyResults(folder)
    # What the job reads is what its inputs hold before it begins.
    digests = results.read_inputs(inputs)
    results.begin(outputs)
    yield
    record = ResultRecord(
        rule=rule,
        wildcards=dict(wildcards),
        settings=settings_digest(params),
        code=params.get("code"),
        versions=versions_of_now(),
        inputs=digests,
        renewed=renewed,
    )
    # Only now: a job that was killed leaves empty records, which make its results stale.
    results.write(outputs, record)


def study_folder(outputs: Iterable[str]) -> Path | None:
    """Return the folder ``results/<study>`` that a job writes into, if it does."""
    for path in map(Path, outputs):
        if "results" in path.parts:
            return Path(*path.parts[: path.parts.index("results") + 2])
    return None


class StudyResults:
    """The results of a study in ``results/<study>``, and their records.

    Without ``expected``, current settings and code are not compared. ``drawn_for_now`` tells of
    the file of a plan whether it states the settings of now, which counts where its record is
    lost. ``checksum_of`` returns the checksum of a file outside of the folder, such as that of an
    archive; by default such files are read as the results are.
    """

    def __init__(
        self,
        folder: Path,
        expected: Expected | None = None,
        drawn_for_now: Callable[[Path], bool] | None = None,
        *,
        checksum_of: Callable[[Path], str] = sha256_of,
    ) -> None:
        self.folder = folder
        self._expected = expected
        self._drawn_for_now = drawn_for_now
        self._checksum_of = checksum_of
        self._read: dict[tuple[Any, ...], Any] = {}
        self._names_by_path: dict[Path, str] = {}

    def read_inputs(self, inputs: Iterable[str | Path]) -> dict[str, str]:
        """Return the checksums of a job's inputs; refuse those that were altered since written."""
        digests = {}
        for path in map(Path, inputs):
            digests[self._name(path)] = digest = self._digest(path)
            record = self.record(path)
            if record is not None and record.content != digest:
                raise PrgbenchError(
                    f"{path} was altered after it was written: run the same command again "
                    "to recompute it."
                )
        return digests

    def begin(self, outputs: Iterable[str | Path]) -> None:
        """Empty the records of what a job is going to make: one that does not end leaves none."""
        for path in map(Path, outputs):
            # A pipe in its place would be waited for; a link to nothing is replaced at the end.
            if (file := self._record_path(path)) is not None and file.is_file():
                file.write_bytes(b"")

    def write(self, outputs: Iterable[str | Path], made: ResultRecord) -> None:
        """Write the records of what a job has made."""
        for path in map(Path, outputs):
            files = self._files(path)
            name = self._name(path)
            record = replace(made, path=name, content=self._digest(path), files=files)
            file = self.folder / FOLDER / f"{name}.json"
            write_text(file, f"{to_json(record)}\n", durable=False)

    def record(self, path: Path) -> ResultRecord | None:
        """Return the record of a result; None if it has none, a damaged one or that of another."""
        file = self._record_path(path)
        if file is None or not file.is_file():
            return None
        record: ResultRecord | None = self._once(_read_record, file)
        return record if record and record.path == self._name(path) else None

    def finding(self, path: Path) -> Finding | None:
        """Return what is wrong with a result; None if it is what it should be, or never was."""
        record = self.record(path)
        name = self._name(path)
        exists = path.exists()
        if record is None:
            begun = self._record_path(path)
            if name == PLAN and exists and (stated := self._stated_inputs.get(name, set())):
                # No run makes the same plan again, but what was made from it knows what it held.
                if stated != {self._digest(path)}:
                    return Finding(name, "altered")
                return self._drawn_otherwise(path)
            if exists:
                return Finding(name, "without a record")
            return Finding(name, "stale", _NOT_ENDED) if begun and begun.exists() else None
        if exists and record.content != self._digest(path):
            return Finding(name, "altered", self._differing(path, record))
        if why := self._why_stale(name, record):
            return Finding(name, "stale", why)
        return None if exists else Finding(name, "missing")

    def _drawn_otherwise(self, path: Path) -> Finding | None:
        """Return that a plan without a record was drawn with other settings, if it says so."""
        if self._drawn_for_now is None or self._drawn_for_now(path):
            return None
        return Finding(PLAN, "stale", _OTHER_SETTINGS)

    def findings(self) -> list[Finding]:
        """Return all that is wrong, with results made from stale ones.

        Results of a chunk that nothing else was made from are not looked at: they are left over
        from another plan, or nobody has used them so far.
        """
        # Chunks of another plan may be left over: nothing of now was made from them.
        recorded = self._in_use()
        names = {*recorded, *self._without_record()}
        findings = {name: self.finding(self.folder / name) for name in names}
        stale = {
            name
            for name, finding in findings.items()
            if finding and (finding.kind == "stale" or self._was_stale(name, recorded))
        }
        # What was made from a stale result is stale in turn, by way of altered ones, too.
        reached: set[str] = set()
        while stale:
            reached |= stale
            stale = {
                name
                for name, record in recorded.items()
                if name not in reached and not reached.isdisjoint(record.inputs)
            }
        for name in reached:
            findings[name] = findings[name] or Finding(name, "made from a stale result")
        return [finding for _, finding in sorted(findings.items()) if finding is not None]

    def _was_stale(self, name: str, recorded: Mapping[str, ResultRecord]) -> bool:
        """Tell whether an altered result was stale before that, as was what was made from it."""
        return name in recorded and bool(self._why_stale(name, recorded[name]))

    def to_make_again(self, *, stale: bool) -> dict[str, str]:
        """Return why results that are there are to be made again, by their names.

        Snakemake knows times and parameters of what it has run itself, not what files hold. The
        plan is kept unless its settings are other ones. If ``stale``, what was made from other
        inputs, settings or code is to be made again, too.
        """
        recorded = self._recorded()
        findings = {
            name: finding
            for name in {*recorded, *self._without_record()}
            if (finding := self.finding(self.folder / name))
            and (stale or finding.kind != "stale")
            and (finding.kind == "stale" or name != PLAN)
        }
        needed = self._needed_for_missing(findings, recorded)
        reasons = dict.fromkeys(needed, "something made with it or before it is missing")
        reasons |= {name: str(finding) for name, finding in findings.items()}
        # What is missing is made where it is needed, and only there.
        return {name: why for name, why in reasons.items() if _is_there(self.folder / name)}

    def made_from_others(self, sources: Iterable[str | Path]) -> dict[tuple[str, str], str]:
        """Return the jobs whose results were made from other contents of inputs, and why.

        A job is named by its rule and its chunk, "" if it has none. Snakemake compares an input
        with what it remembers of its last run, which is not the run that has made these results
        where a backup has brought them back.
        """
        now = {self._name(path): self._digest(path) for path in map(Path, sources)}
        return {
            (record.rule, record.wildcards.get("chunk", "")): f"{source} has changed since"
            for record in self._recorded().values()
            for source, digest in record.inputs.items()
            if now.get(source, digest) != digest
        }

    def renewed(self, results: Iterable[str | Path]) -> set[str]:
        """Return why results were last made again, by their records."""
        records = filter(None, map(self.record, map(Path, results)))
        return {record.renewed for record in records}

    def _needed_for_missing(
        self, findings: Mapping[str, Finding], recorded: Mapping[str, ResultRecord]
    ) -> set[str]:
        """Return what the job of a missing result made besides, and what was made from that.

        Not of chunks, so that all else can be drawn again without predictions.
        """
        lacking = {
            name
            for name, finding in findings.items()
            if finding.kind == "missing" and "chunk" not in recorded[name].wildcards
        }
        # A job makes all of its results: those that are left are made again with the lost one.
        jobs = {(recorded[name].rule, *recorded[name].wildcards.items()) for name in lacking}
        return {
            name
            for name, record in recorded.items()
            if (record.rule, *record.wildcards.items()) in jobs
            or not lacking.isdisjoint(record.inputs)
        }

    def altered(self, outputs: Iterable[str]) -> list[str]:
        """Return those results that were altered since they were written, by their names."""
        inside = [path for path in map(Path, outputs) if self._record_path(path) is not None]
        findings = filter(None, map(self.finding, inside))
        return sorted(finding.path for finding in findings if finding.kind == "altered")

    def versions(self, results: Iterable[Path]) -> list[dict[str, str]]:
        """Return the different sets of versions that results, and their inputs, were made with."""
        used = self._behind({self._name(path) for path in results}).values()
        sets = {tuple(sorted(record.versions.items())) for record in used}
        return [dict(versions) for versions in sorted(sets)]

    def _why_stale(self, name: str, record: ResultRecord) -> str:
        # Inputs first: where the code has changed too, the nearer cause is the one to look at.
        for source, digest in record.inputs.items():
            if not self._holds(source, digest):
                return f"{source.removeprefix('../../')} has changed since"
        if self._expected is None:
            return ""
        settings, code = self._expected(name, record)
        if code != record.code:
            return "the code behind it has changed since"
        return "" if settings == record.settings else _OTHER_SETTINGS

    def _holds(self, name: str, digest: str) -> bool:
        """Tell whether an input holds, or held when it was written, what a record states."""
        path = self.folder / name
        record = self.record(path)
        if record is not None:
            return record.content == digest
        if path.exists():
            return self._digest(path) == digest
        # Results of two runs state different contents of what both were made from.
        return self._stated_inputs[name] <= {digest}

    @cached_property
    def _stated_inputs(self) -> dict[str, set[str]]:
        """The contents of each input by the records, those of left-over chunks aside."""
        stated: dict[str, set[str]] = defaultdict(set)
        for record in self._in_use().values():
            for name, digest in record.inputs.items():
                stated[name].add(digest)
        return stated

    def _differing(self, path: Path, record: ResultRecord) -> str:
        now = self._files(path)
        names = sorted(
            name for name in now.keys() | record.files if now.get(name) != record.files.get(name)
        )
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        return f"{', '.join(names[:_NAMED])}{more}"

    def _files(self, path: Path) -> dict[str, str]:
        if not path.is_dir():
            return {}
        files = sorted(file for file in path.rglob("*") if file.is_file())
        return {
            file.relative_to(path).as_posix(): self._digest(file)
            for file in files
            if not _is_hidden(file.relative_to(path))
        }

    def _digest(self, path: Path) -> str:
        if path.is_dir():
            return _short(json.dumps(self._files(path)))
        # A pipe or a device in the place of a result would be read without end.
        if path.exists() and not path.is_file():
            return _NO_FILE
        checksum_of = self._checksum_of if self._is_outside(path) else sha256_of
        try:
            digest: str = self._once(checksum_of, path)
        except PermissionError as error:
            raise PrgbenchError(not_allowed(error) or str(error)) from None
        return digest[:_DIGITS]

    def _once(self, read: Callable[[Path], Any], path: Path) -> Any:
        """Read a file once, and again when it has changed."""
        facts = path.stat()
        key = (read, str(path), facts.st_ino, facts.st_size, facts.st_mtime_ns)
        if key not in self._read:
            self._read[key] = read(path)
        return self._read[key]

    def _name(self, path: Path) -> str:
        # Each result is asked for many times, and a relative path takes longer than its record.
        if path not in self._names_by_path:
            self._names_by_path[path] = Path(os.path.relpath(path, self.folder)).as_posix()
        return self._names_by_path[path]

    def _is_outside(self, path: Path) -> bool:
        return self._name(path).startswith(("../", "/"))

    def _record_path(self, path: Path) -> Path | None:
        if self._is_outside(path):
            return None
        return self.folder / FOLDER / f"{self._name(path)}.json"

    def _names(self) -> list[str]:
        folder = self.folder / FOLDER
        # Hidden files are those of file browsers, such as ._x.json of macOS.
        files = (file.relative_to(folder).as_posix() for file in folder.rglob("[!.]*.json"))
        return [file.removesuffix(".json") for file in files]

    def _recorded(self) -> dict[str, ResultRecord]:
        records = {name: self.record(self.folder / name) for name in self._names()}
        return {name: record for name, record in records.items() if record is not None}

    def _in_use(self) -> dict[str, ResultRecord]:
        """Return the records but those of chunks that nothing else was made from."""
        recorded = self._recorded()
        return self._behind({name for name in recorded if "chunk" not in recorded[name].wildcards})

    def _behind(self, names: set[str]) -> dict[str, ResultRecord]:
        """Return the records of results and of all that they were made from."""
        recorded = self._recorded()
        behind: dict[str, ResultRecord] = {}
        new = names & recorded.keys()
        while new:
            behind |= {name: recorded[name] for name in new}
            inputs = {source for name in new for source in recorded[name].inputs}
            new = (inputs & recorded.keys()) - behind.keys()
        return behind

    def _without_record(self) -> Iterator[str]:
        recorded = self._recorded()
        yield from set(self._names()) - recorded.keys()
        for path in self.folder.rglob("*"):
            name = path.relative_to(self.folder)
            if name.parts[0] in _NO_RESULTS or _is_hidden(name):
                continue
            # A folder of tables that lost its record may have lost its files, too.
            if not path.is_file() and name.as_posix() not in self._stated_inputs:
                continue
            if not any(part.as_posix() in recorded for part in (name, *name.parents)):
                yield name.as_posix()


def _read_record(file: Path) -> ResultRecord | None:
    try:
        return from_json(ResultRecord, file.read_bytes())
    except (OSError, RecordError):
        return None


def _is_there(path: Path) -> bool:
    """Tell whether something has the name of a result, be it a link to nothing."""
    return path.exists() or path.is_symlink()


def _is_hidden(name: Path) -> bool:
    return any(part.startswith(".") for part in name.parts)


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]
