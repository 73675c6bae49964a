from pathlib import Path

from prgbench.pipeline import planning
from prgbench.pipeline.artifacts import write
from prgbench.pipeline.jobs import job_of_rule, progress_of, source_of_job
from prgbench.study.plan import Plan

with job_of_rule(snakemake), progress_of(snakemake, "Fetching") as progress:
    chunk = Plan.read(Path(snakemake.input.plan), chunk=True)
    fetched = planning.fetch(source_of_job(snakemake, "Fetching"), chunk, progress)
    write({"fetched": fetched}, snakemake.output)
