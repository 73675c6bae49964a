"""The settings of each job as a file among its inputs: ``results/<study>/settings``.

Snakemake runs a job again if one of its inputs is newer than its results and holds something else
than at the last run. So what a job is made from besides its inputs, its settings and its code, is
a file, written only when its content changes: content decides, not what Snakemake remembers.

Results may also be wrong for reasons that no setting shows: a hand has edited them, or a backup
has brought back those of another run (`prgbench.run.result_records` finds both). Then the file
says so as well, in ``renewed``, with the time, so that no two such contents are the same. Nothing
is deleted and no time is changed: a dry run may do all this, and Snakemake names the file as the
reason for the job.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from prgbench.run.files import write_text
from prgbench.run.records import RecordError, from_json

FOLDER = "settings"
SAY_NOTHING = {"title", "processes", "progress", "code", "codes"}
"""The parameters of a job that are no settings: they change nothing but what is printed."""

ARCHIVE = "archive"
"""The parameter of a job that says what the archive holds, whose times say nothing of it."""

_NAMED = 3
_LARGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class JobSettings:
    """What a job is made from besides its inputs.

    ``code`` is the fingerprint of its code, and ``archive`` a checksum of the content of the
    archive that it reads, "" if it reads none; ``renewed`` says when and why its results were last
    found to be wrong, "" if they never were.
    """

    settings: dict[str, Any]
    code: str | None
    archive: str = ""
    renewed: str = ""

    @classmethod
    def of(cls, params: Mapping[str, Any]) -> "JobSettings":
        """Return the settings of a rule, without parameters that are functions of its jobs."""
        kept = {
            name: value
            for name, value in params.items()
            if name not in (*SAY_NOTHING, ARCHIVE) and not callable(value)
        }
        plain = json.loads(json.dumps(kept, sort_keys=True, default=str))
        return cls(plain, params.get("code"), params.get(ARCHIVE, ""))


def settings_file(study: Path, rule: str, chunk: str = "") -> Path:
    """Return the file of a job's settings in the folder of a study.

    Examples
    --------
    >>> settings_file(Path("results/s"), "evaluate", "007").as_posix()
    'results/s/settings/evaluate/007.json'
    """
    return study / FOLDER / (f"{rule}/{chunk}.json" if chunk else f"{rule}.json")


def renew(
    file: Path,
    now: JobSettings,
    *,
    made: Collection[str] = (),
    because: Sequence[str] = (),
    by_settings: bool = True,
) -> None:
    """Bring the file of a job's settings up to date; one that already is stays untouched.

    Parameters
    ----------
    file : Path
        The file, which may be missing or damaged.
    now : JobSettings
        The settings and the code of now.
    made : collection of str
        What the records of the job's results state as ``renewed``.
    because : sequence of str
        Why the results are to be made again; empty if they are as they should be.
    by_settings : bool
        Whether other settings or code alone renew results; another archive always does.
    """
    there = read_settings(file)
    if there is not None and not by_settings:
        now = replace(now, settings=there.settings, code=there.code)
    if because:
        renewed = f"{datetime.now(UTC).isoformat()} {_first(because)}"
    elif there is not None and (there.renewed in made or not made):
        renewed = there.renewed
    else:
        # A dry run has announced a renewal whose reason is gone: results are as they were made.
        renewed = min(made, default="")
    wanted = replace(now, renewed=renewed)
    if there != wanted:
        text = json.dumps(asdict(wanted), indent=1, sort_keys=True)
        write_text(file, f"{text}\n", durable=False)


def tell_why_again(
    reasons: Mapping[tuple[str, str], Sequence[str]], say: Callable[[str], object]
) -> None:
    """Say why results are to be made again, a line a rule.

    ``reasons`` are those of each job, which is known by its rule and its chunk.

    Examples
    --------
    >>> tell_why_again({("rank", ""): ["models.parquet is altered"]}, print)
    To be recomputed where needed:
    - rank: models.parquet is altered
    """
    by_rule: dict[str, list[str]] = {}
    for (rule, _), whys in reasons.items():
        by_rule.setdefault(rule, []).extend(whys)
    if by_rule:
        say("To be recomputed where needed:")
    for rule, whys in by_rule.items():
        say(f"- {rule}: {_first(sorted(whys))}")


def _first(reasons: Sequence[str]) -> str:
    """Return the first reasons, and how many there are besides."""
    more = f" and {len(reasons) - _NAMED} more" if len(reasons) > _NAMED else ""
    return f"{'; '.join(reasons[:_NAMED])}{more}"


def read_settings(file: Path) -> JobSettings | None:
    """Return the settings that a file holds; None if it is missing, damaged or no file."""
    try:
        # A pipe in its place would be waited for, and /dev/zero has no end.
        if not file.is_file() or file.stat().st_size > _LARGEST:
            return None
        return from_json(JobSettings, file.read_bytes())
    except (OSError, RecordError, ValueError):
        return None
