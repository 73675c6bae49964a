from pathlib import Path

from prgbench.sources.embedded.build import build
from prgbench.run.job import job

with job(snakemake.log[0]):
    build(Path(snakemake.output[0]).parent, n_jobs=snakemake.threads)
