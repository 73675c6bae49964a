"""List the runs of the plan again by other people's code.

Writes how many are listed as in the plan, and which are not: the rule ``verify`` judges them.
"""

from pathlib import Path

from prgbench.pipeline.jobs import job_of_rule, source_of_job
from prgbench.pipeline.second_opinion import listed_again

with job_of_rule(snakemake):
    listed_again(
        plan=Path(snakemake.input.plan),
        results=Path(snakemake.output.record).parent,
        source=source_of_job(snakemake, "Listing again"),
        **snakemake.params.settings,
    )
