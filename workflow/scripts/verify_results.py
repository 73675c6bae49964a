from prgbench.pipeline.jobs import job_of_rule
from prgbench.run.listener import say
from prgbench.run.result_records import tell_findings

with job_of_rule(snakemake):
    tell_findings(snakemake.params.results, snakemake.params.findings, say)
