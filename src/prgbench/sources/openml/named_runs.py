"""Runs that a study names by their ids: each is asked for alone, so that no list is needed.

A list of evaluated runs is the costliest call of a server, and the first that it may lose. What a
run is, of which task, and its stored AUROC are also in the description of the run itself.
"""

from collections.abc import Sequence
from functools import partial

from prgbench.run.errors import PrgbenchError
from prgbench.run.units import counted
from prgbench.sources.errors import ArchiveUnreachableError
from prgbench.sources.openml import calls
from prgbench.sources.openml.answers import RefusedError, UnansweredCallError
from prgbench.sources.openml.calls import Kind
from prgbench.sources.openml.client import Client
from prgbench.sources.openml.descriptions import DescribedRun, described_run

RUN_NOT_FOUND = 236
SHOWN_IDS = 20

Answer = DescribedRun | UnansweredCallError
"""A run, or why the server does not describe it."""


def ask_for_run(client: Client, run_id: int) -> Answer:
    """Ask for the description of a run."""
    read = partial(described_run, run_id)
    try:
        return read(client.ask(calls.described(Kind.RUNS, run_id), check=read, cached=True))
    except UnansweredCallError as error:
        return error


def is_not_there(error: UnansweredCallError) -> bool:
    """Tell whether the server says that it has no such run."""
    return isinstance(error.cause, RefusedError) and error.cause.code == RUN_NOT_FOUND


def ask_again(client: Client, run_ids: Sequence[int], first: Sequence[Answer]) -> list[Answer]:
    """Ask once more for runs that the server says it does not have.

    What is refused before anything of the kind has come is no more than a hint.
    """
    return [
        ask_for_run(client, run_id)
        if isinstance(answer, UnansweredCallError) and is_not_there(answer)
        else answer
        for run_id, answer in zip(run_ids, first, strict=True)
    ]


def described_ones(
    client: Client, run_ids: Sequence[int], answers: Sequence[Answer]
) -> tuple[list[DescribedRun], list[str]]:
    """Return the runs that are described, and a note on those that the server does not have.

    `ArchiveUnreachableError` if it did not answer for a run: that says nothing of the run.
    `PrgbenchError` if it has none of them.
    """
    runs: list[DescribedRun] = []
    absent: list[int] = []
    unanswered: list[int] = []
    detail = ""
    for run_id, answer in zip(run_ids, answers, strict=True):
        if isinstance(answer, DescribedRun):
            runs.append(answer)
        elif is_not_there(answer):
            absent.append(run_id)
        else:
            unanswered.append(run_id)
            detail = detail or answer.detail
    if unanswered:
        raise ArchiveUnreachableError(
            f"{client.server} does not describe {_named(unanswered)} ({detail}): try again later, "
            "or remove runs that it never describes from the file that `selection.runs` names; "
            "answers are kept for a day."
        )
    if not runs:
        raise PrgbenchError(
            f"{client.server} has none of the runs that the study names, {_named(absent)}: "
            "correct the ids in the file that `selection.runs` names, or correct `server`; or try "
            "again later, as the server may be down."
        )
    notes = []
    if absent:
        notes.append(
            f"Of the {counted(f'{len(run_ids):,}', 'run')} that the study names, the server does "
            f"not have {_named(absent)}."
        )
    return runs, notes


def _named(run_ids: Sequence[int]) -> str:
    """Name runs by their ids, the first few of them.

    Examples
    --------
    >>> _named([5]), _named([5, 7])
    ('run 5', 'runs 5, 7')
    """
    shown = ", ".join(map(str, run_ids[:SHOWN_IDS]))
    more = f" and {len(run_ids) - SHOWN_IDS:,} more" if len(run_ids) > SHOWN_IDS else ""
    return f"run{'s' if len(run_ids) > 1 else ''} {shown}{more}"
