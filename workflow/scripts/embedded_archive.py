from pathlib import Path

from prgbench.run.job import job
from prgbench.sources.embedded.build import build

with job(snakemake.log[0]):
    build(Path(snakemake.output[0]).parent, n_jobs=snakemake.threads)
