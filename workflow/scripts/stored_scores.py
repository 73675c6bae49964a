"""Make a table of the scores that OpenML stores of the planned runs.

Asks for OpenML's own measures of each run in each fold, without downloading predictions. Writes
``stored_scores.parquet``, a table of scores that ``prgbench compare`` reads.
"""

from pathlib import Path

from prgbench.pipeline.jobs import job_of_rule, source_of_job
from prgbench.pipeline.planning import stored_scores

with job_of_rule(snakemake):
    stored_scores(
        source=source_of_job(snakemake, "Asking"),
        plan=Path(snakemake.input.plan),
        scores=Path(snakemake.output.scores),
    )
