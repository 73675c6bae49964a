"""The records of a second opinion in the results of a study, unread."""

import re
import time
from hashlib import sha256
from pathlib import Path

from prgbench.second_opinion import listing, opinion
from prgbench.study.missing_files import DAY

RECORDS = (listing.RECORD, opinion.RECORD)

_LACKS = re.compile(rb'"for_now":[1-9]')


def state_of_opinions(results: Path) -> str:
    """Return a checksum of the second opinion on a study, "" if there is none."""
    there = b"".join(path.read_bytes() for path in _paths(results))
    return sha256(there).hexdigest()[:16] if there else ""


def opinions_for_now(results: Path, *, again: bool = False) -> list[Path]:
    """Return those records that lack an answer for now, and are a day old or wanted again.

    Each is written anew by the job that asks once more.
    """
    latest = time.time() - (0 if again else DAY)
    return [
        path
        for path in _paths(results)
        if path.stat().st_mtime <= latest and _LACKS.search(path.read_bytes())
    ]


def _paths(results: Path) -> list[Path]:
    return [path for name in RECORDS if (path := results / name).is_file()]
