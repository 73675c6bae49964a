"""What a study lacks for now: files that did not come and are asked for again by later runs."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from prgbench.run.files import write_text
from prgbench.run.records import from_json, to_json
from prgbench.sources.interface import FOR_NOW, CountOrZero, Moment
from prgbench.sources.store.fetched import FetchedTask

DAY = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Asked:
    """What a chunk was last asked for by, and how many files were missing then."""

    by: Moment = ""
    missing: CountOrZero = 0

    @classmethod
    def read(cls, note: Path) -> "Asked":
        """Read a note; what is damaged or not there says nothing."""
        try:
            return from_json(cls, note.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return cls()


def asked_by(note: Path, *, again: bool = False) -> str:
    """Return a text that changes when what a chunk lacks for now is to be asked for again.

    That is a day after the chunk's ``note`` was written, or at once with ``again``. Until the job
    has written the next note, the text stays the same.
    """
    asked = Asked.read(note)
    if asked.missing:
        written = note.stat().st_mtime
        if again or time.time() - written > DAY:
            return f"since {written:.3f}"
    return asked.by


def write_note(note: Path, by: str, fetched: Iterable[FetchedTask]) -> None:
    """Note what a chunk was asked for by, and how much did not come."""
    reasons = (exclusion.reason for task in fetched for exclusion in task.exclusions)
    write_text(note, to_json(Asked(by, sum(reason in FOR_NOW for reason in reasons))))


def missing_in(notes: Iterable[Path]) -> str:
    """Say how many files are missing for now by the notes of chunks; "" if none."""
    return missing(sum(Asked.read(note).missing for note in notes))


def missing_of(reasons: Iterable[str], counts: Iterable[int]) -> str:
    """Say how many files are missing for now, given how many were left out for which reason."""
    exclusions = zip(reasons, counts, strict=True)
    return missing(sum(int(count) for reason, count in exclusions if reason in FOR_NOW))


def missing(n_files: int) -> str:
    """Say how many files are missing for now, and what brings them; "" if none.

    Examples
    --------
    >>> missing(1)
    '1 prediction file could not be fetched for now: the next run after a day requests it again.'
    >>> missing(0)
    ''
    """
    if n_files == 0:
        return ""
    files, them = ("file", "it") if n_files == 1 else ("files", "them")
    return (
        f"{n_files:,} prediction {files} could not be fetched for now: the next run after a day "
        f"requests {them} again."
    )
