"""Rehearses the replication of Flach & Kull (2015) at its full size against a server of our own.

The server, another process, has tasks with the sizes of the real ones (``tasks.py``) and makes
their runs and prediction files up. The workflow is planned and run with all but ten of the tasks;
then it is run again with nothing new, with another style of the figures, and with the ten tasks
added to its study. Run by ``make rehearsal``. What is found is written to
``results/<tasks>-<cap>.json``, after it was printed beside what was there, in units of the
``reference`` job; then the tables of all sizes are printed.
"""

import argparse
import json
import os
import platform
import shutil
import signal
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import dropwhile, takewhile
from pathlib import Path
from typing import Any

import yaml
from measured import run, say
from reference import reference_seconds
from serve import STATISTICS, TASKS
from served import served
from tables import RESULTS, all_tables, beside_the_last

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
STUDY = "rehearsal"
ADDED = 10
MODELS = 30
CONNECTIONS = 8
REQUESTS_PER_SECOND = 100_000
"""No limit: what is measured is what we and the server take, not the rate."""


def main() -> None:
    """Rehearse and write down what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=905, help="how many tasks there are")
    parser.add_argument("--cap", type=int, default=2_000, help="the most rows of a file")
    parser.add_argument("--cores", type=int, default=2, help="how many jobs run at once")
    parser.add_argument("--chunks", type=int, help="jobs of a stage; else as usual for the tasks")
    parser.add_argument("--folder", type=Path, help="where to work; kept, and must not be there")
    parser.add_argument("--remark", default="", help="what a reader should know, as a sentence")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))
    with _working_folder(options.folder) as folder, served(options.tasks, options.cap) as address:
        rehearsal = Rehearsal(folder, address, options.cores, options.chunks)
        found = {
            "tasks": options.tasks,
            "cap": options.cap,
            "added": ADDED,
            "cores": options.cores,
            "chunks": options.chunks,
            "date": datetime.now(UTC).date().isoformat(),
            "machine": f"{_processor()}, {os.cpu_count()} virtual cores",
            "python": platform.python_version(),
            "remark": options.remark,
            **rehearsal.all_steps(),
        }
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{options.tasks}-{options.cap}.json"
    if path.exists():
        say(f"\n{beside_the_last(found, json.loads(path.read_text(encoding='utf-8')))}")
    path.write_text(f"{json.dumps(found, indent=1)}\n", encoding="utf-8")
    say(f"{path.relative_to(ROOT)} is written.\n\n{all_tables()}")


class Rehearsal:
    """The steps, one after the other, in a folder."""

    def __init__(self, folder: Path, address: str, cores: int, chunks: int | None = None) -> None:
        self.folder = folder
        self.chunks = chunks
        self.address = address
        self.arguments = [
            *("--snakefile", str(ROOT / "Snakefile"), "--directory", str(folder)),
            *("--cores", str(cores), "--config", f"study={STUDY}", f"server={address}"),
            f"connections={CONNECTIONS}",
            f"requests_per_second={REQUESTS_PER_SECOND}",
        ]
        if not (folder / "config").exists():
            shutil.copytree(ROOT / "config", folder / "config")

    def all_steps(self) -> dict[str, Any]:
        """Run all steps and return what was found."""
        n_rows = {int(task_id): rows for task_id, rows in self.asked(TASKS).items()}
        task_ids = list(n_rows)
        added = task_ids[:: max(1, len(task_ids) // ADDED)][:ADDED]
        first = [task_id for task_id in task_ids if task_id not in added]
        self.write_study(first)
        steps = {
            "plan": self.step("plan", "plan"),
            "run": self.step("run"),
            "nothing new": self.step("nothing new"),
        }
        style = self.folder / "config" / "figures.mplstyle"
        style.write_text(style.read_text(encoding="utf-8") + "xtick.major.pad: 4\n")
        steps["another style"] = self.step("another style")
        self.write_study(task_ids)
        steps["ten tasks more"] = self.step("ten tasks more")
        return {
            "rows": MODELS * sum(n_rows[task_id] for task_id in first),
            "announced": self._announced(),
            "steps": steps,
        }

    def step(self, name: str, *targets: str) -> dict[str, Any]:
        """Run the workflow once and return what it took."""
        say(f"{name} ...")
        reference = reference_seconds()
        before = self._statistics()
        command = [sys.executable, "-m", "snakemake", *targets, *self.arguments]
        logs = self.folder / "results" / STUDY / "logs"
        found = asdict(run(command, ROOT, self._printed(name), logs))
        after = self._statistics()
        for key in ("requests", "bytes"):
            counts = {kind: n - before[key].get(kind, 0) for kind, n in after[key].items()}
            found[key] = {kind: n for kind, n in counts.items() if n}
        # Of before and after, as a machine's speed changes while a step runs.
        found["reference"] = (reference + reference_seconds()) / 2
        found["server"] = after["cpu_seconds"] - before["cpu_seconds"]
        say(f"  {found['wall']:.1f} s, {found['cpu']:.1f} s of the processors")
        return found

    def _announced(self) -> str:
        """Return what the plan said of what is to come."""
        lines = self._printed("plan").read_text(encoding="utf-8").splitlines()
        of_plan = dropwhile(lambda line: not line.startswith("Plan of study"), lines)
        return "\n".join(takewhile(lambda line: not line.startswith("Done."), of_plan))

    def _statistics(self) -> dict[str, Any]:
        return self.asked(STATISTICS)

    def asked(self, path: str) -> Any:
        """Return what the server says at a path of its address."""
        with urllib.request.urlopen(f"{self.address}{path}") as answer:
            return json.load(answer)

    def _printed(self, step: str) -> Path:
        return self.folder / f"{step.replace(' ', '-')}.txt"

    def write_study(self, task_ids: list[int]) -> None:
        """Write a study like the replication's, of these tasks."""
        studies = self.folder / "config" / "studies"
        study = yaml.safe_load((studies / "paper.yaml").read_text(encoding="utf-8"))
        del study["figures"], study["selection"]["pinned_runs"]
        study["title"] = "Rehearsal"
        study["chunks"] = self.chunks
        study["selection"] |= {"tasks": task_ids, "models": MODELS}
        (studies / f"{STUDY}.yaml").write_text(yaml.safe_dump(study), encoding="utf-8")


@contextmanager
def _working_folder(given: Path | None) -> Iterator[Path]:
    if given is not None:
        given.mkdir(parents=True)
        yield given.resolve()
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor())


if __name__ == "__main__":
    main()
