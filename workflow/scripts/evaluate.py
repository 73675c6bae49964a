"""All that takes the predictions of a chunk's models: scores, evidence and curves.

Reads the bundles of the tasks, the dearest step after fetching. Writes the scores of the
models by every measure, for each part of the comparison the tables of tasks from which later jobs
sum up (``comparison/``), and the curves that the page shows. Tables of tasks are also ``kept``, so
that a killed or renewed job computes only the missing ones.
"""

from prgbench.pipeline.artifacts import read, write
from prgbench.pipeline.jobs import job_of_rule, progress_of, results_of
from prgbench.pipeline.stages import compute

with job_of_rule(snakemake), progress_of(snakemake, "Evaluating") as progress:
    values, settings = read(snakemake.input), snakemake.params.settings
    kept = results_of(snakemake) / "kept"
    settings = {**settings, "kept": kept, "code": snakemake.params.code, "done": progress.done}
    compute(values, snakemake.params.stages, settings)
    write(values, snakemake.output)
