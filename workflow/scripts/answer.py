from pathlib import Path

from prgbench.pipeline.artifacts import read, write
from prgbench.pipeline.jobs import job_of_rule, results_of
from prgbench.pipeline.stages import compute
from prgbench.run.result_records import StudyResults

with job_of_rule(snakemake):
    values, settings = read(snakemake.input), snakemake.params.settings
    results = StudyResults(results_of(snakemake))
    values["versions"] = results.versions(map(Path, snakemake.input))
    compute(values, snakemake.params.stages, settings | {"processes": snakemake.threads})
    write(values, snakemake.output)
