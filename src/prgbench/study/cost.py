"""The cost of a study, estimated before it runs: downloads, disk, processors and memory."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Self

from prgbench.run.units import counted, duration, size
from prgbench.sources.tasks import Task, estimated_bytes
from prgbench.study.run_config import MOST_REQUESTS_PER_SECOND

MUCH = 50e9
SMALLER = (1_000_000, 100_000, 10_000)
"""The limits of the number of instances that the warning of a large download names."""

REQUESTS_PER_FILE = 2
"""The description of the run, and the file."""

DESCRIPTION_BYTES = 7_400
"""The description of run 1 of OpenML, which has no evaluations of single folds."""

DESCRIPTION_BYTES_PER_FOLD = 3_000
"""What such evaluations add for each fold in three real descriptions of mlr's runs."""

BUNDLE_BYTES_PER_SCORE = 8.0
"""Scores of 6 or 17 digits take 9 to 10 with their decisions, hard labels less than 1."""

BUNDLE_BYTES_PER_ROW = 4.0
"""What the models of a task share: instance, repeat, fold and truth of each row."""

STAGED_BYTES_PER_SCORE = 17
"""Two doubles and a byte for each row of a model that is not in its bundle yet."""

STAGED_BYTES_PER_ROW = 19
"""What the models share until then."""

RESULT_BYTES_PER_MODEL = 8_200
"""Tables, figures and page: 224 MB in a rehearsal with 27,150 models."""

GROWING = 30.0
"""The most millions of scores that were measured: what they take is assumed of each more."""

STUDY_CPU_SECONDS = 90.0
"""Independent of the tasks: tables, figures and page, 50 in a rehearsal of 895 tasks, Snakemake
itself, 13, and 5 jobs for each of 32 chunks, 0.1 to 0.2 each."""

TASKS_2017 = Path(__file__).with_name("tasks_2017.csv")
"""The sizes of 905 tasks on 472 data sets: the supervised classification tasks with two classes
and no missing values that OpenML (https://www.openml.org) had in 2017 under the estimation
procedures "10-fold Crossvalidation" (1) and "10 times 10-fold Crossvalidation" (3).
``n_positives`` counts the smaller class. ``benchmarks/tasks_2017.py`` makes it.
"""


class TaskModels(NamedTuple):
    """A task and how many models are fetched for it."""

    task: Task
    n_models: int


class Stage(NamedTuple):
    """What a stage takes for each task, file, row and score, which is a row of a model.

    Seconds are processor time; those of a million scores grow with the millions, to a power, up to
    `GROWING`. Memory is that of a job, and for the rows and scores of its largest task.
    """

    name: str
    task_seconds: float
    file_seconds: float
    million_seconds: float
    growth: float
    job_megabytes: float
    row_bytes: float
    score_bytes: float

    def cpu_seconds(self, n_rows: int, n_models: int) -> float:
        """Return the processor time of a task."""
        millions = n_rows * n_models / 1e6
        of_scores: float = self.million_seconds * millions * min(millions, GROWING) ** self.growth
        return self.task_seconds + self.file_seconds * n_models + of_scores

    def memory_bytes(self, n_rows: int, n_models: int) -> float:
        """Return the memory of a job of which this is the largest task."""
        return 1e6 * self.job_megabytes + n_rows * (self.row_bytes + self.score_bytes * n_models)


# Times: measured with 30 models on two shared processors, of 1 and 8 tasks of 500 rows, and of
# 10,000 to 1,000,000 rows; those of the robustness up to 100,000. A file takes 0.002 from a
# folder and 0.009 from a server on the same machine; the description of 100 folds took 0.012 more
# than that of 10. Memory: up to 1,000,000 rows; for the robustness assumed beyond 100,000.
FETCHING = Stage("fetching", 0.0, 0.009, 0.6, 0.0, 230, 130, 0)
READING = (
    Stage("scoring", 0.006, 0.0, 0.2, 0.0, 380, 80, 0),
    Stage("curves", 0.02, 0.0, 0.24, 0.0, 290, 210, 0),
    Stage("answer", 0.09, 0.0, 3.3, 0.4, 770, 100, 24),
    Stage("robustness", 0.11, 0.0, 4.6, 0.3, 480, 100, 12),
)
"""The stages that read bundles: with `repeats: first` only the first repeat of each task."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of tasks together, with an empty store.

    ``wire_bytes`` are downloaded, ``kept_bytes`` stay on disk, and ``staged_bytes`` are needed for
    the largest task while it is fetched. ``memory_bytes`` are those of the largest job.
    """

    n_tasks: int = 0
    n_files: int = 0
    wire_bytes: float = 0.0
    kept_bytes: float = 0.0
    staged_bytes: float = 0.0
    cpu_seconds: float = 0.0
    memory_bytes: float = 0.0

    def __add__(self, other: Self) -> Self:
        """Return the cost of both, one after the other."""
        return type(self)(
            n_tasks=self.n_tasks + other.n_tasks,
            n_files=self.n_files + other.n_files,
            wire_bytes=self.wire_bytes + other.wire_bytes,
            kept_bytes=self.kept_bytes + other.kept_bytes,
            # One task is fetched after another, and its parts are gone when the next begins.
            staged_bytes=max(self.staged_bytes, other.staged_bytes),
            cpu_seconds=self.cpu_seconds + other.cpu_seconds,
            memory_bytes=max(self.memory_bytes, other.memory_bytes),
        )

    def request_seconds(self, requests_per_second: float) -> float:
        """Return how long the requests take at a rate."""
        return REQUESTS_PER_FILE * self.n_files / requests_per_second


def study_cost(works: Iterable[TaskModels], *, first_repeat: bool = False) -> Cost:
    """Estimate the cost of a study after its plan; with ``first_repeat``, only it is scored."""
    start = Cost(cpu_seconds=STUDY_CPU_SECONDS)
    return sum((task_cost(work, first_repeat=first_repeat) for work in works), start)


def task_cost(work: TaskModels, *, first_repeat: bool = False) -> Cost:
    """Estimate the cost of a task; see `study_cost`."""
    task, n_models = work
    n_rows = task.n_instances * task.n_repeats
    # All repeats are fetched, as the file has them; later stages may read the first alone.
    n_read = task.n_instances if first_repeat else n_rows
    description = DESCRIPTION_BYTES + DESCRIPTION_BYTES_PER_FOLD * task.n_folds * task.n_repeats
    file = estimated_bytes(task)
    sizes = [(FETCHING, n_rows), *((stage, n_read) for stage in READING)]
    return Cost(
        n_tasks=1,
        n_files=n_models,
        wire_bytes=n_models * (description + file),
        kept_bytes=n_rows * (BUNDLE_BYTES_PER_ROW + BUNDLE_BYTES_PER_SCORE * n_models)
        + RESULT_BYTES_PER_MODEL * n_models,
        staged_bytes=n_rows * (STAGED_BYTES_PER_ROW + STAGED_BYTES_PER_SCORE * n_models)
        + file * n_models,
        cpu_seconds=sum(stage.cpu_seconds(n, n_models) for stage, n in sizes),
        memory_bytes=max(stage.memory_bytes(n, n_models) for stage, n in sizes),
    )


def cost_text(works: Sequence[TaskModels], requests_per_second: float | None) -> str:
    """Return the cost of the tasks of a plan as text, with a warning of a large download.

    The rate of requests is None without a server.
    """
    cost = study_cost(works)
    lines = ["If none of it is stored yet, with all parts of the comparison:"]
    lines += [f"- {line}" for line in _lines(cost, requests_per_second)]
    if requests_per_second is not None and cost.wire_bytes > MUCH:
        lines.append(_warning(works))
    return "\n".join(lines)


def _lines(cost: Cost, requests_per_second: float | None) -> Iterator[str]:
    if requests_per_second is not None:
        yield f"to download: about {size(cost.wire_bytes)}{_by_rate(cost, requests_per_second)};"
    yield (
        f"disk: about {size(cost.kept_bytes)} at the end, and up to "
        f"{size(cost.staged_bytes)} more for each task that is being fetched;"
    )
    yield f"processors: about {duration(cost.cpu_seconds)}, divided by the number of cores;"
    yield f"memory: about {size(cost.memory_bytes)} for the job with the largest task."


def _by_rate(cost: Cost, requests_per_second: float) -> str:
    if requests_per_second > MOST_REQUESTS_PER_SECOND:
        return ", as fast as the server on this machine sends it"
    return (
        f"; at least {duration(cost.request_seconds(requests_per_second))} at "
        f"{requests_per_second:g} requests a second"
    )


def _warning(works: Sequence[TaskModels]) -> str:
    """Say how much less would be downloaded without large data sets."""
    left = ", ".join(_left(works, most_instances) for most_instances in SMALLER)
    return (
        f"Warning: more than {size(MUCH)} would be downloaded. Set `selection.instances.max` "
        f"({left}), or choose fewer `selection.models`."
    )


def _left(works: Sequence[TaskModels], most_instances: int) -> str:
    # The whole estimate again, without the large tasks: nothing but that is comparable.
    left = study_cost(work for work in works if work.task.n_instances <= most_instances)
    return f"{most_instances}: {counted(str(left.n_tasks), 'task')}, {size(left.wire_bytes)}"
