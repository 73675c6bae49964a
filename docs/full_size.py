"""Writes docs/full_size.md from the tasks of 2017 and the rates; `--check` only compares."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from tabulate import tabulate
from written import write_or_check

from prgbench.run.listener import duration, size
from prgbench.sources.interface import estimated_bytes
from prgbench.sources.openml.address import CONNECTIONS, REQUESTS_PER_SECOND
from prgbench.study.cost import (
    DESCRIPTION_BYTES,
    DESCRIPTION_BYTES_PER_FOLD,
    FETCHING,
    READING,
    REPEATS,
    Stage,
    TaskModels,
    planning_requests,
    study_cost,
    task_cost,
    up_to,
    works_of_2017,
)
from prgbench.study.plan import chunk_of
from prgbench.study_file import read_study

PAGE = Path(__file__).with_name("full_size.md")
PAPER = read_study(Path(__file__).parents[1] / "config" / "studies", "paper")
N_MODELS = PAPER.selection.n_models or 0
N_CHUNKS = PAPER.chunks or 1
CORES = (2, 8)
BITS_PER_SECOND = 100e6
LARGE = 100_000
ROWS = (10_000, 1_000_000, 10_000_000)
LARGEST, LARGEST_COMPARED = 1_000_000, 100_000


class Choice(NamedTuple):
    """A study: what the page calls it, and what it takes of the tasks."""

    name: str
    most_instances: int | None = None
    procedures: tuple[int, ...] = tuple(REPEATS)
    first_repeat: bool = False

    def works(self, every: Iterable[TaskModels]) -> list[TaskModels]:
        """Return the tasks that are left."""
        left = every if self.most_instances is None else up_to(every, self.most_instances)
        return [work for work in left if work.task.estimation_procedure in self.procedures]


CHOICES = (
    Choice("all tasks"),
    Choice("`repeats: first`", first_repeat=True),
    Choice("`max: 1000000`", 1_000_000),
    Choice("`max: 100000`", 100_000),
    Choice("`max: 100000`, `repeats: first`", 100_000, first_repeat=True),
    Choice("`max: 10000`", 10_000),
    Choice("procedure 1", procedures=(1,)),
    Choice("procedure 1, `max: 100000`", 100_000, (1,)),
)

TEXT = """\
# What the full replication takes

`snakemake --cores 8 plan` prints an estimate for the plan of any study. This page is the same
estimate for the {n_tasks} binary tasks on {n_datasets} data sets that OpenML listed in 2017 under
the paper's procedures, 10-fold cross-validation once (1) and ten times (3), with {n_models} models
each: {n_files:,} prediction files with {n_rows:.1f} billion rows. Which of them are the paper's
886 tasks is not known. `make pages` makes it from `src/prgbench/study/tasks_2017.csv` and the
rates in `src/prgbench/study/cost.py`.

## By choice

`max` is `selection.instances.max` in the study file, "procedure 1" is
`selection.estimation_procedures: [1]`.

{network}

"Requests" is the time of two requests for each file, at {rate:g} a second as in
`config/config.yaml`; the plan before takes about {planning} more. Where the connection brings less
than "bandwidth", the bytes take longer than the requests. The last column is the longer of the two
at {bandwidth:.0f} Mbit/s.

{machine}

"Disk" is what bundles and results have in the end. "Fetching" is what the largest task has on the
disk besides while it is fetched; with {most_cores} cores up to {most_cores} tasks are. "Longest
chunk" is the processor time of the chunk that has most to do, of {n_chunks}: each stage of a chunk
is one process, so that more cores do not help when it alone is left. More `chunks` in the study
file make it shorter. "Memory" is that of the largest job; up to as many such jobs as there are
cores run at once.

## What dominates

The {n_large} tasks with more than {large:,} instances have {large_wire:.0%} of the download and
{large_cpu:.0%} of the processor time. The descriptions of the runs are {descriptions} of the
download, which is little of it for all tasks and {small_descriptions:.0%} with `max: 10000`.

{stages}

The memory is that of a job whose largest task has so many rows (instances times repeats) with
{n_models} models.

`repeats: first` saves no download and no disk: the files hold all repeats, and the bundles keep
them. It saves what is computed from them.

{rate:g} requests a second is a courtesy; OpenML states no limit. Twice that rate would save half
the time of the requests and nothing of the download.

## What to choose

- **A laptop** with 8 GB of memory: `selection.instances.max: 100000`. It leaves {laptop_tasks} of
  the {n_tasks} tasks, {laptop_wire} to download and {laptop_memory} for the largest job.
- **A workstation** with 8 cores: all tasks, with {full_kept} and {full_fetching} more of free disk
  at worst, and at most as many `--cores` as jobs of {full_memory} fit in memory.
- **A cluster**: all tasks with `chunks: 300`, and {full_memory} for the jobs of the comparison.

What has been fetched stays when a run is stopped, and so do finished chunks.

## What is measured and what is assumed

Measured by `make bench-stages`, on two x86_64 processors of a virtual machine that others used
too: processor time, memory and bundles of made-up tasks with 30 models, for fetching, scoring and
curves and the answer up to {largest:,} rows, for robustness up to {compared:,}. A row takes
more of the answer and of the robustness the more rows a task has: the answer took 15 seconds at
100,000 rows, 7 minutes at 1,000,000. All beyond is extrapolated in proportion to the rows, memory
too.

Measured on real answers of OpenML: the description of a run has {description:,} bytes, and
{per_fold:,} more for each fold whose evaluation it has. Three descriptions of mlr's runs have
them, one of a Weka run has none; that all have them, and of ten repeats ten times as many, is
assumed. Six real prediction files, cut to two classes, have 19 to 69 bytes a row where the
estimate is 42 to 70: nearly the same for 17 digits, 1.4 times as much for the 6 decimals of Weka,
1.5 to 2.3 times where most scores are 0 or 1.

Assumed: labels of five letters, since the table has none; that no spare candidates are needed;
that the server does not pack what it sends (packed, these six files have between a tenth and a
third of their size); that it answers in under {latency:g} s, since {connections} connections keep
the rate only then. How fast OpenML sends files is not known.
"""


def page() -> str:
    """Return the page."""
    every = works_of_2017(N_MODELS)
    full = study_cost(every)
    laptop, small = (study_cost(up_to(every, most)) for most in (100_000, 10_000))
    large = [work for work in every if work.task.n_instances > LARGE]
    of_large = study_cost(large)
    tasks = [work.task for work in every]
    datasets = {task.dataset_id for task in tasks}
    return TEXT.format(
        n_tasks=len(every),
        n_datasets=len(datasets),
        n_models=N_MODELS,
        n_files=full.n_files,
        n_rows=sum(work.n_models * n_rows(work) for work in every) / 1e9,
        network=table(NETWORK, [network_row(choice, every) for choice in CHOICES]),
        rate=REQUESTS_PER_SECOND,
        planning=planning_requests(len(every), len(datasets)),
        bandwidth=BITS_PER_SECOND / 1e6,
        machine=table(MACHINE, [machine_row(choice, every) for choice in CHOICES]),
        most_cores=max(CORES),
        n_chunks=N_CHUNKS,
        n_large=len(large),
        large=LARGE,
        large_wire=of_large.wire_bytes / full.wire_bytes,
        large_cpu=of_large.cpu_seconds / full.cpu_seconds,
        descriptions=size(description_bytes(every)),
        small_descriptions=description_bytes(up_to(every, 10_000)) / small.wire_bytes,
        stages=table(STAGE, [stage_row(stage, every) for stage in (FETCHING, *READING)]),
        laptop_tasks=laptop.n_tasks,
        laptop_wire=size(laptop.wire_bytes),
        laptop_memory=size(laptop.memory_bytes),
        full_fetching=size(max(CORES) * full.staged_bytes),
        full_kept=size(full.kept_bytes),
        full_memory=size(full.memory_bytes),
        largest=LARGEST,
        compared=LARGEST_COMPARED,
        description=DESCRIPTION_BYTES,
        per_fold=DESCRIPTION_BYTES_PER_FOLD,
        latency=CONNECTIONS / REQUESTS_PER_SECOND,
        connections=CONNECTIONS,
    )


NETWORK = (
    "study", "tasks", "files", "download", "requests", "bandwidth",
    f"at {BITS_PER_SECOND / 1e6:.0f} Mbit/s",
)  # fmt: skip
MACHINE = (
    "study", "disk", "fetching", *(f"{cores} cores" for cores in CORES), "longest chunk", "memory",
)  # fmt: skip
STAGE = ("stage", "processor", *(f"memory, {n:,} rows" for n in ROWS))


def network_row(choice: Choice, every: Sequence[TaskModels]) -> list[str]:
    """Return what a study takes of the network."""
    cost = study_cost(choice.works(every))
    requests = cost.request_seconds(REQUESTS_PER_SECOND)
    return [
        choice.name,
        f"{cost.n_tasks}",
        f"{cost.n_files:,}",
        size(cost.wire_bytes),
        duration(requests),
        f"{cost.least_bits_per_second(REQUESTS_PER_SECOND) / 1e6:.0f} Mbit/s",
        duration(max(requests, 8 * cost.wire_bytes / BITS_PER_SECOND)),
    ]


def machine_row(choice: Choice, every: Sequence[TaskModels]) -> list[str]:
    """Return what a study takes of a machine."""
    works = choice.works(every)
    cost = study_cost(works, first_repeat=choice.first_repeat)
    chunks: Counter[int] = Counter()
    for work in works:
        seconds = task_cost(work, first_repeat=choice.first_repeat).cpu_seconds
        chunks[chunk_of(work.task.task_id, N_CHUNKS)] += seconds
    return [
        choice.name,
        size(cost.kept_bytes),
        size(cost.staged_bytes),
        *(duration(cost.cpu_seconds / cores) for cores in CORES),
        duration(max(chunks.values())),
        size(cost.memory_bytes),
    ]


def stage_row(stage: Stage, every: Iterable[TaskModels]) -> list[str]:
    """Return what a stage takes of all tasks."""
    seconds = sum(stage.cpu_seconds(n_rows(work), work.n_models) for work in every)
    memory = [size(stage.memory_bytes(n, N_MODELS)) for n in ROWS]
    return [stage.name, duration(seconds), *memory]


def description_bytes(works: Sequence[TaskModels]) -> float:
    """Return what the descriptions of runs have of the download."""
    files = sum(work.n_models * estimated_bytes(work.task) for work in works)
    return study_cost(works).wire_bytes - files


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    return str(tabulate(rows, head, tablefmt="github", disable_numparse=True))


def n_rows(work: TaskModels) -> int:
    """Return the rows of a prediction file."""
    return work.task.n_instances * work.task.n_repeats


if __name__ == "__main__":
    write_or_check({PAGE: page()}, "the table of tasks or src/prgbench/study/cost.py")
