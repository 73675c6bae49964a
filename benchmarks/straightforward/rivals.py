"""The pipeline and the straightforward script, each as a command, and what it takes."""

import json
import resource
import shutil
import subprocess
import sys
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import pandas as pd
import yaml

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
STUDY = {
    "title": "Comparison with a straightforward script",
    "archive": "openml",
    "selection": {"estimation_procedures": [1, 3], "min_flows": 30, "models": 30},
}
RESULTS = Path("results") / "beside"
AGREEMENT = RESULTS / "tables" / "agreement.csv"
NO_LIMIT = 100_000
CORES = 2


@dataclass(frozen=True)
class Cost:
    """Seconds on the clock, of the processors, and of those that the server took meanwhile."""

    wall: float
    processors: float
    server: float


@dataclass(frozen=True)
class Rivals:
    """Both, in a folder of which each run has a part of its own."""

    folder: Path
    server: str

    def pipeline(self, name: str, *targets: Path) -> Cost:
        """Run the pipeline from nothing to its targets, or to the page if none is given."""
        project = self.folder / name
        shutil.copytree(ROOT / "config", project / "config")
        (project / "config" / "studies" / "beside.yaml").write_text(yaml.safe_dump(STUDY))
        return self._cost(
            *("-m", "snakemake", f"--directory={project}", f"--cores={CORES}"),
            *map(str, targets),
            *("--config", "study=beside", f"server={self.server}"),
            f"requests_per_second={NO_LIMIT}",
        )

    def script(self, name: str, project: str) -> Cost:
        """Run the script with the plan that a run of the pipeline has made."""
        return self._cost(
            *(str(HERE / "straightforward.py"), f"--server={self.server}"),
            *(f"--cache={self.folder / name}", f"--output={self.folder / name}.csv"),
            f"--plan={self.folder / project / RESULTS / 'plan' / 'plan.json'}",
            f"--n-jobs={CORES}",
        )

    def models(self, project: str, name: str) -> pd.DataFrame:
        """Return the models of a run of each, with the script's areas after `_script`."""
        ours = pd.read_parquet(self.folder / project / RESULTS / "models.parquet")
        theirs = pd.read_csv(self.folder / f"{name}.csv")
        return ours.merge(theirs, "outer", on=["task_id", "run_id"], suffixes=("", "_script"))

    def _cost(self, *arguments: str) -> Cost:
        of_server, of_processors = self._server_seconds(), _seconds_of_children()
        start = perf_counter()
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        wall = perf_counter() - start
        if done.returncode:
            sys.exit(done.stdout)
        return Cost(
            wall, _seconds_of_children() - of_processors, self._server_seconds() - of_server
        )

    def _server_seconds(self) -> float:
        with urllib.request.urlopen(f"{self.server}/rehearsal/statistics") as answer:
            return float(json.load(answer)["cpu_seconds"])


def _seconds_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
