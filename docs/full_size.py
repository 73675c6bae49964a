"""Writes what the replication takes, from the tasks of 2017 and the rates; `--check` compares.

A table between two marks of docs/replication.md, and all of its columns in docs/full_size.csv.
"""

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from tabulate import tabulate
from written import write_or_check

from prgbench.run.units import duration, size
from prgbench.sources.openml.address import REQUESTS_PER_SECOND
from prgbench.sources.tasks import Task
from prgbench.study.chunks import chunk_of
from prgbench.study.cost import TASKS_2017, TaskModels, study_cost, task_cost
from prgbench.study_file import read_study

PAGE = Path(__file__).with_name("replication.md")
TABLE = PAGE.with_name("full_size.csv")
BEGIN, END = "<!-- full size -->\n", "<!-- end of full size -->"
PAPER = read_study(PAGE.parents[1] / "config" / "studies", "paper")
N_MODELS = PAPER.selection.n_models or 0
N_CHUNKS = PAPER.chunks or 1
BITS_PER_SECOND = 100e6
LARGE = 100_000
SHOWN = ("study", "tasks", "download", "fetching at 100 Mbit/s", "disk", "8 cores", "memory")

REPEATS = {1: 1, 3: 10}
N_FOLDS = 10
CLASSES = ("five1", "five2")
"""Labels of five letters, since the table has none."""


class Choice(NamedTuple):
    """A study: what the page calls it, and what it takes of the tasks."""

    name: str
    most_instances: int | None = None
    procedures: tuple[int, ...] = tuple(REPEATS)
    first_repeat: bool = False

    def works(self, every: Iterable[TaskModels]) -> list[TaskModels]:
        """Return the tasks that are left."""
        most_instances = self.most_instances or float("inf")
        return [
            work
            for work in every
            if work.task.n_instances <= most_instances
            and work.task.estimation_procedure in self.procedures
        ]


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


def works_of_2017(n_models: int) -> list[TaskModels]:
    """Return the tasks of 2017, each with ``n_models`` models."""
    with TASKS_2017.open(encoding="utf-8", newline="") as file:
        return [
            TaskModels(
                Task(
                    task_id=int(row["task_id"]),
                    dataset_id=int(row["dataset_id"]),
                    dataset_name="",
                    target="class",
                    classes=CLASSES,
                    n_instances=int(row["n_instances"]),
                    estimation_procedure=int(row["procedure"]),
                    n_repeats=REPEATS[int(row["procedure"])],
                    n_folds=N_FOLDS,
                ),
                n_models,
            )
            for row in csv.DictReader(file)
        ]


def rows() -> list[dict[str, str]]:
    """Return what each choice takes."""
    tasks_of_2017 = works_of_2017(N_MODELS)
    return [row(choice, choice.works(tasks_of_2017)) for choice in CHOICES]


def row(choice: Choice, works: Sequence[TaskModels]) -> dict[str, str]:
    """Return what a choice takes of the network and of a machine."""
    cost = study_cost(works, first_repeat=choice.first_repeat)
    requests = cost.request_seconds(REQUESTS_PER_SECOND)
    needed = 8 * cost.wire_bytes / requests
    chunks: Counter[int] = Counter()
    for work in works:
        seconds = task_cost(work, first_repeat=choice.first_repeat).cpu_seconds
        chunks[chunk_of(work.task.task_id, N_CHUNKS)] += seconds
    return {
        "study": choice.name,
        "tasks": f"{cost.n_tasks}",
        "files": f"{cost.n_files:,}",
        "download": size(cost.wire_bytes),
        "requests": duration(requests),
        "bandwidth at which both take as long": f"{needed / 1e6:.0f} Mbit/s",
        "fetching at 100 Mbit/s": duration(max(requests, 8 * cost.wire_bytes / BITS_PER_SECOND)),
        "disk": size(cost.kept_bytes),
        "more disk while the largest task is fetched": size(cost.staged_bytes),
        "2 cores": duration(cost.cpu_seconds / 2),
        "8 cores": duration(cost.cpu_seconds / 8),
        f"longest chunk of {N_CHUNKS}": duration(max(chunks.values())),
        "memory": size(cost.memory_bytes),
    }


def page(table: Sequence[dict[str, str]]) -> str:
    """Return the page with some columns of the table, and what its large tasks take."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    shown = [[taken[column] for column in SHOWN] for taken in table]
    text = tabulate(shown, SHOWN, tablefmt="github", disable_numparse=True)
    return f"{before}{BEGIN}\n{text}\n\n{large_tasks()}\n\n{END}{after}"


def large_tasks() -> str:
    """Return a sentence about the tasks that have most of the download."""
    works = works_of_2017(N_MODELS)
    large = [work for work in works if work.task.n_instances > LARGE]
    cost, all_cost = study_cost(large), study_cost(works)
    staged = size(all_cost.staged_bytes)
    return (
        f"The {len(large)} tasks with more than {LARGE:,} instances account for "
        f"{cost.wire_bytes / all_cost.wire_bytes:.0%} of the download and "
        f"{cost.cpu_seconds / all_cost.cpu_seconds:.0%} of the processor\ntime. "
        f"While the largest task is fetched, {staged} more are needed on disk. "
        "[All columns](full_size.csv): files,\nrequests, bandwidth, this space, 2 cores, longest "
        "chunk."
    )


def csv_text(table: Sequence[dict[str, str]]) -> str:
    """Return the table with all columns as CSV."""
    text = StringIO()
    writer = csv.DictWriter(text, list(table[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return text.getvalue()


if __name__ == "__main__":
    taken = rows()
    source = "the table of tasks or src/prgbench/study/cost.py"
    write_or_check({PAGE: page(taken), TABLE: csv_text(taken)}, source)
