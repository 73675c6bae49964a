"""A project whose jobs run in Slurm, by the profile that users are given."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

from one_node_slurm import OneNodeSlurm
from workflow_project import Project

# A test waits for seconds where a cluster is asked politely.
OFTEN = ("--slurm-init-seconds-before-status-checks", "3", "--seconds-between-status-checks", "3")


class SlurmProject(Project):
    """A project that is run through profiles/slurm, in processes that end with the block."""

    slurm: OneNodeSlurm
    process: subprocess.Popen[str] | None = None

    @property
    def profile(self) -> Path:
        return self.code / "profiles" / "slurm"

    def arguments(self, *given: str) -> list[str]:
        return [
            *("--snakefile", str(self.code / "Snakefile"), "--directory", str(self.folder)),
            *("--profile", str(self.profile), *OFTEN, *given),
            *("--config", "study=test", *self.settings),
        ]

    def environment(self) -> dict[str, str]:
        given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
        path = [str(self.code / "src"), *filter(None, given)]
        return self.slurm.environment | {"PYTHONPATH": os.pathsep.join(path)}

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "snakemake", *self.arguments(*arguments)],
            env=self.environment(),
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        return self.process

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.communicate()

    def run(self, *arguments: str, code: int = 0) -> str:
        process = self.start(*arguments)
        output, _ = process.communicate()
        assert process.returncode == code, output
        return output

    def submitted(self) -> list[str]:
        """Return, for each job of Slurm, what it was submitted for, by Snakemake's logs."""
        logs = sorted((self.folder / ".snakemake" / "log").glob("*.log"))
        text = "".join(log.read_text(encoding="utf-8") for log in logs)
        places = re.findall(r"SLURM jobid \d+ \(log: (\S+)\)", text)
        return [Path(place).relative_to(self.folder / ".snakemake").parts[1] for place in places]
