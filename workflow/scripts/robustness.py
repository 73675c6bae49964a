"""Compute the tables of the parts on robustness.

Reads the ranked models, their agreement and the evidence that the jobs of ``evaluate`` have left
for each task. Writes ``tables/robustness``: whether the answer holds with other choices, on parts
of the tasks and by other measures, as far as the study asks for these parts.
"""

from prgbench.pipeline.artifacts import read, write
from prgbench.pipeline.jobs import job_of_rule
from prgbench.pipeline.stages import compute

with job_of_rule(snakemake):
    values, settings = read(snakemake.input), snakemake.params.settings
    compute(values, snakemake.params.stages, settings | {"processes": snakemake.threads})
    write(values, snakemake.output)
