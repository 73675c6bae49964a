"""Prediction files that did not come for now: later runs request them again."""

import re
import time
from collections.abc import Iterable
from pathlib import Path

from prgbench.sources.exclusions import FOR_NOW, written_as

DAY = 24 * 3600.0

_EXCLUDED_FOR_NOW = re.compile(
    f'"reason":"(?:{"|".join(map(re.escape, written_as(FOR_NOW)))})"'.encode()
)


def to_request_again(fetched: Iterable[Path], *, again: bool = False) -> list[Path]:
    """Return those records of fetched chunks that lack files, and are a day old or wanted again.

    Each is written anew by the job that requests its files.
    """
    latest = time.time() - (0 if again else DAY)
    return [path for path in fetched if path.stat().st_mtime <= latest and n_missing([path])]


def n_missing(fetched: Iterable[Path]) -> int:
    """Count the files that chunks lack for now, by the records of what was fetched."""
    return sum(len(_EXCLUDED_FOR_NOW.findall(path.read_bytes())) for path in fetched)


def missing_of(reasons: Iterable[str], counts: Iterable[int]) -> str:
    """Say how many files are missing for now, given how many were left out for which reason."""
    exclusions = zip(reasons, counts, strict=True)
    return missing(sum(int(count) for reason, count in exclusions if reason in FOR_NOW))


def missing(n_files: int) -> str:
    """Say how many files are missing for now, and what brings them; "" if none."""
    if n_files == 0:
        return ""
    files, them = ("file", "it") if n_files == 1 else ("files", "them")
    return (
        f"{n_files:,} prediction {files} could not be fetched for now: the next run after a day "
        f"requests {them} again."
    )
