"""The runs of a task: which flows, by which clients, how good, and what is wrong with some."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

import numpy as np
from clients import Client
from tasks import ServedTask

FIRST_RUN = 1_000_000
RUNS_PER_TASK = 256
"""How many run ids are kept for each task; it has fewer runs."""
FEWEST_FLOWS, MOST_FLOWS = 35, 65
N_FLOWS = 70
RUNS_OF_A_FLOW = {1: 0.92, 2: 0.04, 3: 0.03, 5: 0.01}
FAULTY_SHARE = 0.03
FAMILIES = {
    Client.WEKA: "weka.classifiers.trees.J{}({})",
    Client.MLR: "mlr.classif.learner{}({})",
    Client.PYTHON_OLD: "sklearn.tree.Tree{}({})",
    Client.PYTHON_NEW: "sklearn.svm.Machine{}({})",
    Client.RAPIDMINER: "rm.process.operator{}({})",
}
CLIENT_SHARES = (0.4, 0.2, 0.15, 0.15, 0.1)


class Scores(StrEnum):
    """What kind of numbers a model gives."""

    CONTINUOUS = "continuous"
    LEAVES = "those of a few leaves"
    VOTES = "shares of a hundred votes"
    HARD = "0 and 1"


SCORE_SHARES = (0.6, 0.2, 0.1, 0.1)


class Fault(StrEnum):
    """What is wrong with a run; see the table of prediction files and faults in docs/openml.md.

    Faults that a client waits for, as a body that is no ARFF at its very beginning, are not among
    them: a rehearsal measures what is done, not waits.
    """

    NO_STORED_SCORE = "no stored AUROC"
    OTHER_SCORE = "stored AUROC of another file"
    NO_RUN = "run that is gone"
    NO_FILE = "run without prediction file"
    NOT_FOUND = "404"
    OTHER_ARFF = "another ARFF file"
    NO_ARFF = "begins as ARFF and is none"
    CUT = "cut at a place that no length tells"
    ROWS_MISSING = "rows missing"
    ROWS_TWICE = "instances twice"
    SWAPPED = "prediction and truth exchanged"
    NO_SCORES = "no columns of scores"
    SCORE_MISSING = "a score missing"


@dataclass(frozen=True)
class ServedRun:
    """A run, and all that its prediction file is made of."""

    run_id: int
    place: int
    flow_id: int
    flow_name: str
    client: Client
    scores: Scores
    quality: float
    n_values: int
    fault: Fault | None


def task_number(run_id: int) -> int:
    """Return the place among all tasks of the task of a run."""
    return (run_id - FIRST_RUN) // RUNS_PER_TASK


@cache
def served_runs(served: ServedTask) -> dict[int, ServedRun]:
    """Return the runs of a task by their ids; they depend on nothing but the task."""
    rng = np.random.default_rng([served.task.task_id, 1])
    n_flows = rng.integers(FEWEST_FLOWS, MOST_FLOWS + 1)
    level, spread = rng.uniform(0.4, 2.6), rng.uniform(0.1, 0.5)
    flows = np.sort(rng.permutation(N_FLOWS)[:n_flows])
    n_runs = rng.choice(list(RUNS_OF_A_FLOW), n_flows, p=list(RUNS_OF_A_FLOW.values()))
    runs = []
    for place, number in enumerate(np.repeat(flows, n_runs).tolist()):
        flow = _FLOWS[number]
        faulty = rng.random() < FAULTY_SHARE
        runs.append(
            ServedRun(
                run_id=FIRST_RUN + served.number * RUNS_PER_TASK + place,
                place=place,
                flow_id=number + 1,
                flow_name=flow.name,
                client=flow.client,
                scores=flow.scores,
                quality=max(0.0, level * (1 + spread * (flow.skill + 0.5 * rng.normal()))),
                n_values=int(rng.integers(6, 40)),
                fault=list(Fault)[rng.integers(len(Fault))] if faulty else None,
            )
        )
    return {run.run_id: run for run in runs}


@dataclass(frozen=True)
class _Flow:
    name: str
    client: Client
    scores: Scores
    skill: float


def _flows() -> Iterator[_Flow]:
    rng = np.random.default_rng(2015)
    for number in range(N_FLOWS):
        client = list(Client)[rng.choice(len(Client), p=CLIENT_SHARES)]
        yield _Flow(
            name=FAMILIES[client].format(number // 2, 1 + number % 2),
            client=client,
            scores=list(Scores)[rng.choice(len(Scores), p=SCORE_SHARES)],
            skill=rng.normal(),
        )


_FLOWS = tuple(_flows())
