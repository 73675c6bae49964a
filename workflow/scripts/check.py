from prgbench.pipeline.jobs import job_of_rule
from prgbench.pipeline.planning import check

with job_of_rule(snakemake):
    check(**snakemake.params.settings)
