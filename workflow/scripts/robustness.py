from prgbench.pipeline.artifacts import read, write
from prgbench.pipeline.jobs import job_of_rule
from prgbench.pipeline.stages import compute

with job_of_rule(snakemake):
    values, settings = read(snakemake.input), snakemake.params.settings
    compute(values, snakemake.params.stages, settings | {"processes": snakemake.threads})
    write(values, snakemake.output)
