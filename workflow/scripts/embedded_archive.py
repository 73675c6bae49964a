from pathlib import Path

from prgbench.archive.embedded.build import build
from prgbench.pipeline.job import job

with job(snakemake.log[0]):
    build(Path(snakemake.output[0]).parent, n_jobs=snakemake.threads)
