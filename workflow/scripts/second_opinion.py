"""Evaluate some models again by other people's code.

Draws models from ``models.parquet``, reads their predictions by another package and computes
their measures by another library. Writes both values of each model and what they say together,
also where they differ: the rule ``verify`` judges them.
"""

from pathlib import Path

from prgbench.pipeline.jobs import job_of_rule, source_of_job
from prgbench.pipeline.second_opinion import second_opinion

with job_of_rule(snakemake):
    second_opinion(
        models=Path(snakemake.input.models),
        results=Path(snakemake.output.record).parent,
        source=source_of_job(snakemake, "Verifying"),
        **snakemake.params.settings,
    )
