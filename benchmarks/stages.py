"""Time, memory and disk of each stage on tasks of one size: the rates of `prgbench.study.cost`.

Tasks with 30 models are made up and go through the stages that see predictions, each stage in a
process of its own as in the workflow. Of five models, three have scores of 6 decimals, as Weka
writes them, one of 17 digits, and one hard labels. Several small tasks separate the cost of a task
from that of a job. Run by ``make bench-stages``.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from folder_files import write_index
from numpy.typing import NDArray
from pyarrow import csv

from prgbench.answer.interface import Part
from prgbench.answer.parts import ANSWER
from prgbench.answer.run import per_task_tables
from prgbench.data.models import Models
from prgbench.robustness import ROBUSTNESS
from prgbench.sources.folder import FolderSource
from prgbench.sources.runs import Run
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetch import fetch_task
from prgbench.sources.store.fetched import read_fetched, write_fetched
from prgbench.sources.tasks import Task, TaskQuery, estimated_bytes
from prgbench.study.model_curves import curve_table
from prgbench.study.ranking import add_ranks
from prgbench.study.scoring import score_task
from prgbench.study_file import read_study

FIRST_RUN = 100
KINDS = ("6 decimals", "6 decimals", "6 decimals", "17 digits", "hard labels")
PREVALENCE = 0.25
STUDIES = Path(__file__).parents[1] / "config" / "studies"
SETTING = read_study(STUDIES, "paper").setting


def main() -> None:
    """Print what each stage takes, a line for each, or do one stage."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--instances", type=int, nargs="+", default=(500, 10_000, 100_000))
    parser.add_argument("--repeats", type=int, nargs="+", default=(1,))
    parser.add_argument("--models", type=int, default=30)
    parser.add_argument("--tasks", type=int, default=1)
    parser.add_argument("--stages", nargs="+", default=list(STAGES), choices=list(STAGES))
    parser.add_argument("--in-folder", type=Path, help="do the one stage in a folder")
    options = parser.parse_args()
    if options.in_folder:
        [stage] = options.stages
        sys.stdout.write(json.dumps(measured(STAGES[stage], options.in_folder)))
        return
    say("tasks     rows repeats stage                s      CPU s    MB at most")
    for repeats in options.repeats:
        for instances in options.instances:
            with TemporaryDirectory() as name:
                folder = Path(name)
                make_archive(folder, options.tasks, instances, repeats, options.models)
                for stage in options.stages:
                    command = [sys.executable, __file__, "--in-folder", name, "--stages", stage]
                    found = json.loads(subprocess.check_output(command, text=True))
                    say(
                        f"{options.tasks:5d} {instances * repeats:8d} {repeats:7d} {stage:<10} "
                        f"{found['wall']:11.2f} {found['cpu']:10.2f} {found['peak'] / 1e6:13.0f}"
                    )
                say_bytes(folder, options.models)


def measured(stage: Callable[[Path], None], folder: Path) -> dict[str, float]:
    """Return the seconds of a stage and the memory of its process, with what it has loaded."""
    start, before = time.perf_counter(), _cpu_seconds()
    stage(folder)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return {
        "wall": time.perf_counter() - start,
        "cpu": _cpu_seconds() - before,
        "peak": peak,
    }


def make_archive(
    folder: Path, n_tasks: int, n_instances: int, n_repeats: int, n_models: int
) -> None:
    """Write an archive of tasks of one size; the models are the same in all."""
    rng = np.random.default_rng([n_instances, n_repeats])
    truth = rng.random(n_instances) < PREVALENCE
    truth[:2] = True, False
    tasks = [
        Task(task_id, 1, "made-up", "class", ("N", "P"), n_instances, 3, n_repeats, n_folds=10)
        for task_id in range(1, n_tasks + 1)
    ]
    runs = [_run(task, place, n_models) for task in tasks for place in range(n_models)]
    write_index(folder, {"name": "made up"}, tasks, [(run, run.run_id) for run in runs])
    (folder / "predictions").mkdir()
    difficulty = rng.normal(size=n_instances)
    for place in range(n_models):
        logit = rng.normal(1.2, 0.25) * truth + 0.8 * difficulty - 0.6
        noise = 0.6 * rng.normal(size=(n_repeats, n_instances))
        score = (1 / (1 + np.exp(-2 * (logit + noise)))).ravel()
        first, *others = (_file(folder, _run(task, place, n_models)) for task in tasks)
        write_predictions(first, truth, n_repeats, score, KINDS[place % len(KINDS)])
        for other in others:
            other.hardlink_to(first)


def write_predictions(
    path: Path, truth: NDArray[np.bool_], n_repeats: int, score: NDArray[np.float64], kind: str
) -> None:
    """Write the prediction file of a model."""
    labels = np.array(["N", "P"])
    if kind == "hard labels":
        score = (score > 0.5).astype(int)
    elif kind == "6 decimals":
        score = score.round(6)
    row_id = np.tile(np.arange(len(truth)), n_repeats)
    table = pa.table(
        {
            "repeat": np.repeat(np.arange(n_repeats), len(truth)),
            "fold": row_id % 10,
            "row_id": row_id,
            "N": (1 - score).round(6) if kind == "6 decimals" else 1 - score,
            "P": score,
            "prediction": pa.array(labels[(score > 0.5).astype(int)]),
            "correct": pa.array(labels[np.tile(truth, n_repeats).astype(int)]),
        }
    )
    with path.open("wb") as file:
        file.write(b"@relation openml_task_1_predictions\n")
        for name in ("repeat", "fold", "row_id", "confidence.N", "confidence.P"):
            file.write(f"@attribute {name} numeric\n".encode())
        file.write(b"@attribute prediction {N,P}\n@attribute correct {N,P}\n@data\n")
        csv.write_csv(table, file, csv.WriteOptions(include_header=False, quoting_style="none"))


def fetch(folder: Path) -> None:
    """Read the files and write the bundles."""
    source = FolderSource(folder)
    candidates = source.candidate_runs(_tasks(folder))
    fetched = [fetch_task(source, _store(folder), task, runs, None) for task, runs in candidates]
    write_fetched(folder / "fetched.json", fetched)


def score(folder: Path) -> None:
    """Score the models."""
    fetched = read_fetched(folder / "fetched.json")
    store = _store(folder)
    models = Models.concat(
        score_task(task, store.load(task.task.task_id), SETTING.measures) for task in fetched
    )
    models.write(folder / "scores.parquet")


def curves(folder: Path) -> None:
    """Draw the curves."""
    tables = [
        curve_table(_store(folder).load(task_id, run_ids=models.run_id.tolist()))
        for task_id, models in _scores(folder).each_task()
    ]
    pd.concat(tables).to_parquet(folder / "curves.parquet")


def comparison(parts: Sequence[Part]) -> Callable[[Path], None]:
    """Return the stage that computes some parts of the comparison, task by task."""

    def stage(folder: Path) -> None:
        options = {part: part.options() for part in parts}
        models = add_ranks(_scores(folder), SETTING.measures, SETTING.ranking)
        list(per_task_tables(models, _store(folder), SETTING, options))

    return stage


STAGES: dict[str, Callable[[Path], None]] = {
    "fetch": fetch,
    "score": score,
    "curves": curves,
    "answer": comparison(ANSWER),
    "robustness": comparison(ROBUSTNESS),
}


def say_bytes(folder: Path, n_models: int) -> None:
    """Print the bytes of the files, of the bundle and of the curves of the first task."""
    task = _tasks(folder)[0]
    runs = [_run(task, place, n_models) for place in range(n_models)]
    n_rows = task.n_instances * task.n_repeats
    bundle = _store(folder).path(task.task_id)
    sizes = dict(_column_bytes(bundle))
    files = [_file(folder, run).stat().st_size / n_rows for run in runs]
    columns = [
        (sizes[f"score_{run.run_id}"] + sizes[f"predicted_{run.run_id}"]) / n_rows for run in runs
    ]
    estimated = estimated_bytes(task) / n_rows
    say(f"  file: {np.mean(files):.1f} B a row, estimated {estimated:.1f}")
    for kind in dict.fromkeys(KINDS):
        own = [place for place in range(n_models) if KINDS[place % len(KINDS)] == kind]
        say(
            f"  {kind}: {np.mean([files[place] for place in own]):.1f} B a row of a file, "
            f"{np.mean([columns[place] for place in own]):.2f} of a bundle"
        )
    shared = sum(sizes[name] for name in ("repeat", "row_id", "fold", "truth"))
    whole = bundle.stat().st_size / n_rows / n_models
    say(
        f"  bundle: {shared / n_rows:.2f} B a row shared by the models, {whole:.2f} a score in all"
    )
    if (lines := folder / "curves.parquet").exists():
        say(f"  curves: {lines.stat().st_size / len(_scores(folder)):.0f} B a model")


def _column_bytes(path: Path) -> Iterator[tuple[str, int]]:
    metadata = pq.read_metadata(path)
    for place, name in enumerate(metadata.schema.names):
        groups = map(metadata.row_group, range(metadata.num_row_groups))
        yield name, sum(group.column(place).total_compressed_size for group in groups)


def _tasks(folder: Path) -> Sequence[Task]:
    return FolderSource(folder).tasks(TaskQuery()).tasks


def _run(task: Task, place: int, n_models: int) -> Run:
    run_id = FIRST_RUN + task.task_id * n_models + place
    flow = f"weka.Flow{place}(1)"
    return Run(run_id, task.task_id, place + 1, flow, place, 1, "2014-01-01 00:00:00", None)


def _file(folder: Path, run: Run) -> Path:
    return folder / "predictions" / f"{run.run_id}.arff"


def _store(folder: Path) -> BundleStore:
    return BundleStore(folder / "store")


def _scores(folder: Path) -> Models:
    return Models.read(folder / "scores.parquet")


def _cpu_seconds() -> float:
    own = resource.getrusage(resource.RUSAGE_SELF)
    return own.ru_utime + own.ru_stime


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
