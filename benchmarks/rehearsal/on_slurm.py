"""Rehearses the replication on a Slurm of one node: the same bytes, and what its jobs cost.

The study of ``run.py`` is computed twice from the same fetched files: by one machine, and through
``profiles/slurm`` with eight processors, where each Slurm job starts Snakemake again for each of
its steps. Run as root by ``make rehearsal-cluster``, on a machine that does nothing else: the
processor time is that of the whole machine, without the rehearsal's server.
"""

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
from measured import say
from serve import TASKS
from served import served

from one_node_slurm import OneNodeSlurm
from run import ROOT, STUDY, Rehearsal

PROCESSORS = 8
THROUGH_SLURM = (
    *("--profile", str(ROOT / "profiles" / "slurm"), "--latency-wait", "10"),
    *("--slurm-init-seconds-before-status-checks", "3", "--seconds-between-status-checks", "3"),
)
OF_THE_RUN = {"kept", "logs", "progress", "records", "report"}
"""Folders of a study that tell of the run: when and by what its results were made."""


def main() -> None:
    """Run both, print what they took, and fail where a result differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=905, help="how many tasks there are")
    parser.add_argument("--cap", type=int, default=200, help="the most rows of a file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, served(options.tasks, options.cap) as address:
        folder = Path(name)
        local = Rehearsal(folder / "local", address, cores=os.cpu_count() or 1)
        local.write_study([int(task_id) for task_id in local.asked(TASKS)])
        local.step("plan", "plan")
        local.step("fetch", "fetched")
        shutil.copytree(local.folder, folder / "cluster", symlinks=True)
        cluster = Rehearsal(folder / "cluster", address, PROCESSORS)
        alone = _of_the_machine(lambda: local.step("run"))
        with OneNodeSlurm(folder / "slurm", PROCESSORS) as slurm:
            os.environ |= slurm.environment
            spread = _of_the_machine(lambda: cluster.step("run", *THROUGH_SLURM))
            n_jobs = len(slurm.states())
        differ = _differences(local.folder, cluster.folder)
    _tell(f"{options.tasks} tasks of at most {options.cap} rows, one machine", alone)
    _tell(f"the same in {n_jobs} Slurm jobs", spread)
    sys.exit(f"Different: {', '.join(differ)}" if differ else 0)


def _tell(what: str, found: dict[str, Any]) -> None:
    stages = found["stages"].values()
    work, steps = sum(stage["cpu"] for stage in stages), sum(stage["jobs"] for stage in stages)
    fixed = (found["machine"] - work) / steps
    say(
        f"{what}: {found['wall']:.0f} s, {found['machine']:.0f} s of the processors, of which"
        f" {work:.0f} s the work of {steps} steps, {found['cpu']:.0f} s the command and its"
        f" children; {fixed:.1f} s of a step are no work"
    )


def _of_the_machine(step: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    before = _busy()
    found = step()
    return found | {"machine": _busy() - before - found["server"]}


def _busy() -> float:
    times = psutil.cpu_times()
    return float(times.user + times.nice + times.system)


def _differences(one: Path, other: Path) -> list[str]:
    """Return the results that are not in both folders with the same bytes."""
    contents = [_contents(folder / "results" / STUDY) for folder in (one, other)]
    paths = contents[0].keys() | contents[1].keys()
    say(f"{len(paths)} files of results compared")
    return sorted(path for path in paths if contents[0].get(path) != contents[1].get(path))


def _contents(folder: Path) -> dict[str, bytes]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in files
        if path.relative_to(folder).parts[0] not in OF_THE_RUN
    }


if __name__ == "__main__":
    main()
