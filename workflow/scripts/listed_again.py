"""Lists the runs of the plan again by other people's code, beside what the plan has."""

from pathlib import Path

from prgbench.pipeline.beside import listed_again
from prgbench.pipeline.jobs import job_of_rule, source_of_job

with job_of_rule(snakemake):
    listed_again(
        plan=Path(snakemake.input.plan),
        results=Path(snakemake.output.record).parent,
        source=source_of_job(snakemake, "Listing again"),
        **snakemake.params.settings,
    )
