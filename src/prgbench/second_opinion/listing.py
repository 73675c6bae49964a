"""The runs of a plan, listed again by the package openml.

It is no planner: where a page of a list fails, it ends the list there without a word, and a run
that was evaluated twice makes it drop others. Asked for runs that are known to exist, it can't
hide them: whatever it does not list is asked for again, and then a difference.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from prgbench.run.errors import PrgbenchError
from prgbench.run.files import write_text
from prgbench.run.records import from_json, to_json
from prgbench.run.safe_text import plain
from prgbench.second_opinion.other_code import (
    MOST_FAILURES,
    NotReadError,
    host_of,
    other_code,
    package_name,
)
from prgbench.sources.openml.calls import AUROC
from prgbench.sources.runs import Run

RECORD = "listed_again.json"
RUNS_PER_CALL = 200
"""More make an address that servers refuse."""
REQUESTS_PER_CALL = 2
"""The list, and the names of its uploaders."""
MOST_SECONDS = 120
"""The time for a call."""
MOST_NOT_READ = 20
"""After this many consecutive rows that the package can't read, a list is not read further."""
SHOWN = 20
OF_ONE = 2
"""The runs in a list of one run and one that is known."""
NO_ROWS = NotReadError('"no results", as when its query fails', for_now=True)

Wait = Callable[[int], None]
"""Waits until the given number of requests may be made."""
Values = Callable[[Run], Collection[float]]
"""Returns the AUROCs that all evaluation engines have of a run."""


@dataclass(frozen=True, slots=True)
class Listing:
    """How many runs of a plan were listed again, how, and which differ.

    ``how`` is the end of a sentence. Runs that are listed otherwise, or not at all, are named with
    the reason, the first few of them; so are those whose row the package can't read, and why
    ``for_now`` runs were not listed.
    """

    study: str
    made: str
    how: str
    runs: int
    n_differing: int = 0
    n_not_read: int = 0
    for_now: int = 0
    differing: list[str] = field(default_factory=list)
    not_read: list[str] = field(default_factory=list)

    @property
    def compared(self) -> int:
        """How many runs could be compared."""
        return self.runs - self.n_not_read - self.for_now

    @property
    def agreeing(self) -> int:
        """How many runs agree."""
        return self.compared - self.n_differing

    @property
    def sentence(self) -> str:
        """Say how many runs agree, and why the first of the others could not be listed."""
        agree = f"{self.agreeing:,} of {self.compared:,} runs are listed again as in the plan"
        if not self.not_read:
            return f"{agree}."
        left = self.runs - self.compared
        return f"{agree}; {left:,} could not be listed, the first: {self.not_read[0]}."

    def check(self) -> None:
        """Raise a `PrgbenchError` if a run differs, or none could be listed."""
        if self.differing:
            raise PrgbenchError(
                f"Study {self.study}: {self.n_differing:,} of {self.compared:,} runs are listed "
                f"otherwise than in the plan, the first: {self.differing[0]}. See {RECORD} of its "
                "results, and make a new plan if the server is right."
            )
        self.check_compared()

    def check_compared(self) -> None:
        """Raise a `PrgbenchError` if none could be listed."""
        if not self.compared:
            raise PrgbenchError(
                f"Study {self.study}: none of {self.runs:,} runs could be listed again, the "
                f"first: {self.not_read[0]}. Correct this and run again."
            )


def write_listing(results: Path, listing: Listing) -> None:
    """Write the record into the results of a study."""
    write_text(results / RECORD, f"{to_json(listing)}\n")


def read_listing(results: Path) -> Listing:
    """Read the record that `write_listing` has written."""
    record = results / RECORD
    try:
        return from_json(Listing, record.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PrgbenchError(
            f"{record} is no record of runs listed again ({error}): delete it, or renew it with "
            "`snakemake --cores 2 --forcerun listed_again verify`."
        ) from None


def list_again(
    openml: Any, runs: Sequence[Run], wait: Wait, values: Values, *, study: str
) -> Listing:
    """List runs by the package openml, and compare what it lists with them.

    Where the server does not answer three calls in a row, the rest is left for later.
    """
    asked = _Asked(openml, wait)
    differing: list[str] = []
    not_read: list[str] = []
    for_now: list[str] = []
    for run, row in asked.rows(runs):
        name = f"run {run.run_id} of task {run.task_id}"
        if isinstance(row, NotReadError):
            (for_now if row.for_now else not_read).append(f"{name} ({row})")
        elif why := _difference(run, row, values):
            differing.append(f"{name} ({why})")
    return Listing(
        study=study,
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        how=f"listed again from {host_of(openml)} by {package_name()}",
        runs=len(runs),
        n_differing=len(differing),
        n_not_read=len(not_read),
        for_now=len(for_now),
        differing=differing[:SHOWN],
        not_read=[*not_read, *for_now][:SHOWN],
    )


class _Asked:
    """The lists of the package openml, each of few runs."""

    def __init__(self, openml: Any, wait: Wait) -> None:
        self._openml = openml
        self._wait = wait
        self._failures = 0
        self._not_read = 0
        self._last = NotReadError("")

    def rows(self, runs: Sequence[Run]) -> Iterator[tuple[Run, Any]]:
        """Yield each run with its row, None if it is not listed, or the error if it can't be."""
        missing: list[Run] = []
        known: Run | None = None
        for run, row in self._in_parts(runs):
            if row is None:
                missing.append(run)
                continue
            if not isinstance(row, NotReadError):
                known = known or run
            yield run, row
        # "No results" is also what the server says when a query fails, and the package then lists
        # nothing without a word. It is believed of a run if the same list has another one.
        for run, row in self._in_parts(missing, known):
            yield run, NO_ROWS if row is None and known is None else row

    def _in_parts(
        self, runs: Sequence[Run], known: Run | None = None
    ) -> Iterator[tuple[Run, Any]]:
        for start in range(0, len(runs), RUNS_PER_CALL):
            yield from self._rows(runs[start : start + RUNS_PER_CALL], known)

    def _rows(self, runs: Sequence[Run], known: Run | None) -> Iterator[tuple[Run, Any]]:
        try:
            listed = self._listed([*runs, known] if known else runs)
        except NotReadError as error:
            if error.for_now or len(runs) == 1:
                yield from ((run, error) for run in runs)
                return
            # One row that the package can't read loses the whole list.
            middle = len(runs) // 2
            yield from self._rows(runs[:middle], known)
            yield from self._rows(runs[middle:], known)
            return
        if known and known.run_id not in listed:
            yield from ((run, NO_ROWS) for run in runs)
            return
        yield from ((run, listed.get(run.run_id)) for run in runs)

    def _listed(self, runs: Sequence[Run]) -> dict[int, Any]:
        if self._failures == MOST_FAILURES or self._not_read == MOST_NOT_READ:
            raise NotReadError(str(self._last), for_now=True)
        self._wait(REQUESTS_PER_CALL)
        try:
            with other_code(MOST_SECONDS):
                listed: dict[int, Any] = self._openml.evaluations.list_evaluations(
                    AUROC, runs=[run.run_id for run in runs], size=None
                )
        except NotReadError as error:
            self._last = error
            if error.for_now:
                self._failures += 1
            elif len(runs) <= OF_ONE:
                self._not_read += 1
            raise
        self._failures = self._not_read = 0
        return listed


def _difference(run: Run, row: Any, values: Values) -> str:
    """Say in what a run is listed otherwise than the plan has it; "" if in nothing."""
    if row is None:
        return "not listed"
    pairs = {
        "task": (run.task_id, row.task_id),
        "flow": (run.flow_id, row.flow_id),
        "setup": (run.setup_id, row.setup_id),
        "uploader": (run.uploader_id, row.uploader),
        "upload time": (run.upload_time, plain(row.upload_time or "")),
        "AUROC": (run.auroc, row.value),
    }
    other = [
        f"{what} {theirs}, in the plan {ours}"
        for what, (ours, theirs) in pairs.items()
        # Where a study names its runs, the plan has no dates: descriptions do not say them.
        if ours != theirs and ours != ""
    ]
    # The package keeps one row of a run: that of another engine is no difference.
    if len(other) == 1 and run.auroc != row.value and {run.auroc, row.value} <= {*values(run)}:
        return ""
    return "; ".join(other)
