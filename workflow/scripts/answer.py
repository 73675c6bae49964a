"""The answer of a study: its tables, and answer.json.

Reads the ranked models, their agreement and the evidence that the jobs of ``evaluate`` have left
for each task. Writes the tables of the parts that are always computed to ``tables/answer``, and
what they say together as ``answer.json``, which the page, the report and other programs read. The
answer states the versions of the software behind its inputs, as their records have them.
"""

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
