from prgbench.pipeline.artifacts import read, write
from prgbench.pipeline.jobs import job_of_rule
from prgbench.pipeline.stages import compute

with job_of_rule(snakemake):
    values = read(snakemake.input)
    compute(values, snakemake.params.stages, snakemake.params.settings)
    write(values, snakemake.output)
