"""A Slurm of one node, with its files in one folder and no process left behind.

The node is a namespace of processes of its own: to kill its first process ends all at once, jobs
included, as a power failure does. It sees the folder as /etc/slurm, as Snakemake's plugin
hands no other place of the configuration on to its job steps.
"""

import os
import secrets
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SlurmdParameters=config_overrides
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SchedulerParameters=batch_sched_delay=1,sched_interval=2
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory=1000000 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


class OneNodeSlurm:
    """Slurm without accounting, from the beginning of a block to its end."""

    def __init__(self, folder: Path, cpus: int = 2) -> None:
        self.folder = folder
        self.environment = os.environ | {"SLURM_CONF": str(folder / "slurm.conf")}
        self._cpus = cpus
        self._daemons: list[subprocess.Popen[bytes]] = []
        self._node: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self._start_all()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _start_all(self) -> None:
        for name in ("state", "spool"):
            (self.folder / name).mkdir(parents=True)
        key = self.folder / "munge.key"
        key.write_bytes(secrets.token_bytes(1024))
        key.chmod(0o400)
        host = socket.gethostname().partition(".")[0]
        text = CONFIGURATION.format(
            host=host, ports=free_ports(2), folder=self.folder, cpus=self._cpus
        )
        (self.folder / "slurm.conf").write_text(text)
        places = {"socket": "socket", "key-file": "key", "pid-file": "pid", "seed-file": "seed"}
        options = [f"--{name}={self.folder}/munge.{end}" for name, end in places.items()]
        self._start("munged", "--foreground", "--force", *options)
        wait_for(lambda: (self.folder / "munge.socket").exists(), "munged")
        self._start("slurmctld", "-D")
        self.start_node()

    def __exit__(self, *_: object) -> None:
        self.kill_node()
        for daemon in reversed(self._daemons):
            daemon.terminate()
            daemon.wait(30)

    def ask(self, *command: str) -> str:
        """Return what one of Slurm's commands prints."""
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=30, check=False
        )
        return done.stdout.strip()

    def states(self) -> dict[int, str]:
        """Return the states of all jobs, those that are over included, by their numbers."""
        lines = self.ask("squeue", "--states=all", "--noheader", "--format=%i %T").splitlines()
        return {int(job): state for job, state in (line.split() for line in lines)}

    def start_node(self) -> None:
        """Switch the node on and wait until it takes jobs."""
        command = f"mount --bind {self.folder} /etc/slurm && exec slurmd -D"
        self._node = self._popen(
            "unshare",
            *("--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", command),
        )
        takes_jobs = {"idle", "mixed", "allocated"}
        wait_for(lambda: self.ask("sinfo", "-h", "-o", "%T") in takes_jobs, "slurmd")

    def kill_node(self) -> None:
        """Switch the node off with all that runs on it, and tell Slurm, which checks slowly."""
        if self._node:
            self._node.kill()
            self._node.wait()
            self._node = None
            self.ask("scontrol", "update", "nodename=ALL", "state=down", "reason=killed")

    def _start(self, *command: str) -> None:
        self._daemons.append(self._popen(*command))

    def _popen(self, *command: str) -> subprocess.Popen[bytes]:
        with (self.folder / f"{Path(command[0]).name}.log").open("ab") as log:
            return subprocess.Popen(
                command, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )


def free_ports(count: int) -> list[int]:
    """Return ports of this machine that nobody listens on."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [opened.getsockname()[1] for opened in sockets]
    for opened in sockets:
        opened.close()
    return ports


def wait_for(true: Callable[[], object], what: str, seconds: float = 60.0) -> None:
    """Wait until something is true, or fail with what has not come."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"{what}: not in {seconds:g} seconds"
        time.sleep(0.2)
