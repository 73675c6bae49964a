"""Run the script of one job in this process, so that a debugger stops in it.

Snakemake runs each script in a process of its own, where neither `breakpoint()` nor the debugger
of an editor is of use. This builds the same jobs as `snakemake` would, takes the one that makes a
file, and runs its script here with the same `snakemake` object::

    python -m pdb workflow/debug_job.py results/demo/models.parquet
    python workflow/debug_job.py results/mine/scores/000.parquet study=mine

The inputs of the job must be there: run `snakemake` up to them first. Its results are written.
In an interactive session, `mock_snakemake` returns the object alone.
"""

import runpy
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from snakemake.api import SnakemakeApi
from snakemake.iocontainers import Snakemake
from snakemake.settings.types import ConfigSettings, DAGSettings, OutputSettings, ResourceSettings

WORKFLOW = Path(__file__).resolve().parent


def mock_snakemake(file: str, *, cores: int = 1, **config: Any) -> tuple[Snakemake, Path]:
    """Return what the script of the job that makes a file would be given, and the script.

    Parameters
    ----------
    file : str
        A file of results, such as ``results/demo/models.parquet``, from the folder of the project.
    cores : int
        The most threads that the job may have.
    **config
        Entries of the configuration, as after ``--config``.
    """
    with SnakemakeApi(OutputSettings()) as api:
        workflow_api = api.workflow(
            resource_settings=ResourceSettings(cores=cores),
            config_settings=ConfigSettings(config=config),
            snakefile=WORKFLOW.parent / "Snakefile",
        )
        # To print the graph of rules is the shortest way to have Snakemake build its jobs.
        with redirect_stdout(StringIO()):
            workflow_api.dag(DAGSettings(targets={file})).printrulegraph()
        # Snakemake's interface for programs tells nothing of single jobs.
        workflow = workflow_api._workflow
        makers = [job for job in workflow.dag.jobs if file in map(str, job.output)]
        if not makers or makers[0].rule.script is None:
            raise SystemExit(f"No job with a script makes {file}.")
        [job] = makers
        script = WORKFLOW / "scripts" / Path(job.rule.script).name
        given = Snakemake(
            job.input,
            job.output,
            job.params,
            job.wildcards,
            job.threads,
            job.resources,
            job.log,
            workflow.config,
            job.rule.name,
            bench_iteration=None,
            scriptdir=str(script.parent),
        )
    return given, script


if __name__ == "__main__":
    target, *entries = sys.argv[1:] or [""]
    if not target:
        raise SystemExit(__doc__)
    given, script = mock_snakemake(target, **dict(entry.split("=", 1) for entry in entries))
    runpy.run_path(str(script), init_globals={"snakemake": given}, run_name="__main__")
