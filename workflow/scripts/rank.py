"""Rank the models, and count how far the measures disagree.

Reads the scores of all chunks. Writes the models with their ranks on each task by every measure
(``models.parquet``), the agreement of each pair of measures on each task and over all tasks, what
was left out and why, and the tasks and runs that serve as examples in figures.
"""

from prgbench.pipeline.artifacts import read, write
from prgbench.pipeline.jobs import job_of_rule
from prgbench.pipeline.stages import compute

with job_of_rule(snakemake):
    values = read(snakemake.input)
    compute(values, snakemake.params.stages, snakemake.params.settings)
    write(values, snakemake.output)
