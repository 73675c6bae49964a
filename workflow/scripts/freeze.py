from pathlib import Path

from prgbench.pipeline.jobs import job_of_rule, source_of_job
from prgbench.pipeline.planning import freeze

with job_of_rule(snakemake):
    freeze(
        source=source_of_job(snakemake, "Freezing"),
        plan=Path(snakemake.input.plan),
        fetched=[Path(path) for path in snakemake.input.fetched],
        archive=Path(snakemake.output.archive),
        **snakemake.params.settings,
    )
