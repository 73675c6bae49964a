"""Say which results of the study are stale, altered or missing.

Compares the files with the records of the jobs that made them. Makes no files.
"""

from prgbench.pipeline.jobs import job_of_rule
from prgbench.run.printing import say
from prgbench.run.result_findings import tell_findings

with job_of_rule(snakemake):
    tell_findings(snakemake.params.results, snakemake.params.findings, say)
