"""Fetch the predictions of a chunk's models into the store of the source.

Reads the chunk's plan. Each task becomes a bundle in the store, which all studies share; what is
there already is not asked for again. Writes what was fetched and what was left out, with the
reasons (``fetch/<chunk>.json``), on which all later jobs depend.
"""

from pathlib import Path

from prgbench.pipeline import planning
from prgbench.pipeline.artifacts import write
from prgbench.pipeline.jobs import job_of_rule, progress_of, source_of_job
from prgbench.study.plan import Plan

with job_of_rule(snakemake), progress_of(snakemake, "Fetching") as progress:
    chunk = Plan.read(Path(snakemake.input.plan), chunk=True)
    fetched = planning.fetch(source_of_job(snakemake, "Fetching"), chunk, progress)
    write({"fetched": fetched}, snakemake.output)
