from pathlib import Path

from prgbench.pipeline.beside import compare_model
from prgbench.pipeline.jobs import job_of_rule

with job_of_rule(snakemake):
    files = (*snakemake.input.items(), *snakemake.output.items())
    compare_model(**{name: Path(path) for name, path in files}, **snakemake.params.settings)
