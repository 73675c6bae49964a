"""What a user is told of results that are not as they were written."""

from collections.abc import Callable, Sequence
from pathlib import Path

from prgbench.run.errors import PrgbenchError
from prgbench.run.result_records import FOLDER, PLAN, Finding, StudyResults
from prgbench.run.units import counted


def check_plan(results: StudyResults) -> None:
    """Raise a `PrgbenchError` if nobody knows that the plan is as it was made.

    No run makes it again. One that is being made has an empty record.
    """
    path = results.folder / PLAN
    finding = results.finding(path)
    if finding is None or finding.kind not in ("altered", "without a record"):
        return
    if finding.kind == "altered":
        problem = "was altered after it was written"
    elif not (results.folder / FOLDER / f"{PLAN}.json").exists():
        problem = "has no record of what made it"
    else:
        return
    raise PrgbenchError(
        f"{path} {problem}: restore it with its record, delete it to make a new plan, or move it "
        "and give its new path as `plan:` in the study file."
    )


def tell_findings(folder: Path, findings: Sequence[Finding], say: Callable[[str], object]) -> None:
    """Say what is wrong with the results of a study, a line each, and then raise an error."""
    if not (folder / FOLDER).is_dir():
        raise PrgbenchError(f"{folder} has no records of results: run the study to write them.")
    derived = [finding for finding in findings if finding.kind == "made from a stale result"]
    for finding in findings:
        if finding not in derived:
            say(str(finding))
    if derived:
        say(f"{counted(f'{len(derived):,}', 'result')} made from these")
    if findings:
        raise PrgbenchError(
            f"{counted(f'{len(findings):,}', 'result')} of {folder} should be recomputed: "
            f"snakemake --cores 8 --config study={folder.name}. Whatever is still listed after "
            "that is left over from other settings, such as figures in another format: delete it."
        )
    say(f"All results in {folder} and their remaining inputs are unmodified.")
