"""The workflow on a cluster: the same bytes as on one machine, whatever happens to the node."""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections import Counter

import pytest

from archive_server import ArchiveServer, Content, GeneratedArchive
from copied_code import copy_code
from one_node_slurm import wait_for
from slurm_project import SlurmProject
from workflow_project import ALL_TABLES, Project

ACTIVE = {"PENDING", "RUNNING", "COMPLETING", "CONFIGURING"}
CONNECTIONS = 2
REQUESTS_PER_SECOND = 8.0


@pytest.fixture
def project(slurm, code, tmp_path):
    with SlurmProject(tmp_path / "project", slurm=slurm, code=code) as made:
        yield made


def running(slurm):
    return [job for job, state in slurm.states().items() if state == "RUNNING"]


def active(slurm):
    return [job for job, state in slurm.states().items() if state in ACTIVE]


def wait_for_a_scored_chunk(project, process):
    scored = (project.results / "scores").glob
    wait_for(lambda: process.poll() is not None or list(scored("*.parquet")), "a chunk", 300)
    assert process.poll() is None, process.communicate()[0]


def rules(project):
    """Count the jobs of Slurm by their rule."""
    return Counter(re.sub("^rule_", "", name) for name in project.submitted())


def test_the_tables_have_the_bytes_of_a_local_run(project, local):
    project.run()
    assert project.contents() == local.contents()
    assert (project.results / "report" / "index.html").exists()
    whole = ("rank", "answer", "figures", "report")
    assert rules(project) == {"evaluate": project.chunks} | dict.fromkeys(whole, 1)


def test_a_run_goes_on_by_itself_when_a_node_has_died(project, local, slurm):
    process = project.start(*ALL_TABLES)
    wait_for_a_scored_chunk(project, process)
    [lost, *_] = running(slurm)
    slurm.kill_node()
    wait_for(lambda: slurm.states()[lost] == "PENDING", "the job to be queued again")
    slurm.start_node()
    output, _ = process.communicate()
    assert process.returncode == 0, output
    assert project.contents() == local.contents()


def test_the_same_command_goes_on_when_node_and_login_node_have_died(project, local, slurm):
    process = project.start(*ALL_TABLES)
    wait_for_a_scored_chunk(project, process)
    slurm.kill_node()
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    slurm.ask("scancel", "--me")
    wait_for(lambda: not active(slurm), "all jobs to be cancelled")
    slurm.start_node()
    assert not (project.results / "answer.json").exists()
    project.run(*ALL_TABLES)
    assert project.contents() == local.contents()


def test_one_job_may_run_all(project, local):
    command = [sys.executable, "-m", "snakemake", *Project.arguments(project, *ALL_TABLES)]
    options = ["--wait", "--cpus-per-task=2", "--output=/dev/null", "--wrap", shlex.join(command)]
    subprocess.run(
        ["sbatch", *options],
        env=project.environment(),
        cwd=project.folder,
        check=True,
        timeout=600,
    )
    assert project.contents() == local.contents()


def test_an_interrupted_run_leaves_no_job_behind(project, slurm):
    process = project.start()
    wait_for(lambda: running(slurm), "a job of the run", 300)
    os.killpg(process.pid, signal.SIGINT)
    output, _ = process.communicate()
    assert output.splitlines()[-1] == "Interrupted: the same command continues from here."
    wait_for(lambda: not active(slurm), "all jobs to be cancelled")


class Fetching(SlurmProject):
    """A study of an OpenML server in a cluster whose nodes have the network."""

    def write(self, **_):
        super().write(tasks=[])
        study = self.folder / "config" / "studies" / "test.yaml"
        text = study.read_text().replace("archive: archive", "archive: openml")
        study.write_text(text.replace("  tasks: []\n", ""))


def test_the_limits_of_requests_hold_over_all_jobs(slurm, tmp_path):
    # Fetching as a job like the others, by the line that docs/cluster.md names.
    code = copy_code(tmp_path / "code")
    rule = code / "workflow" / "rules" / "fetch.smk"
    rule.write_text(rule.read_text().replace("    localrule: True\n", ""))
    # So many files that the jobs fetch at the same time, however long each takes to start.
    archive = GeneratedArchive(tmp_path / "generated", n_tasks=48, n_flows=7, n_instances=60)
    with ArchiveServer(Content.of(archive), seconds_per_answer=0.2) as server:
        limits = (f"connections={CONNECTIONS}", f"requests_per_second={REQUESTS_PER_SECOND}")
        settings = (f"server={server.address}", *limits)
        folder = tmp_path / "project"
        with Fetching(folder, slurm=slurm, code=code, settings=settings) as project:
            project.run("plan")
            planned = len(server.requests)
            project.run("fetched")
    assert rules(project) == {"fetch": project.chunks}
    fetched = server.requests[planned:]
    assert server.most_at_once == CONNECTIONS
    times = sorted(request.time for request in fetched)
    assert times[-1] - times[0] >= (len(times) - 1) / REQUESTS_PER_SECOND - 0.5
