from pathlib import Path

from prgbench.pipeline.beside import second_opinion
from prgbench.pipeline.jobs import job_of_rule, source_of_job

with job_of_rule(snakemake):
    second_opinion(
        models=Path(snakemake.input.models),
        page=Path(snakemake.output.page),
        source=source_of_job(snakemake, "Verifying"),
        **snakemake.params.settings,
    )
