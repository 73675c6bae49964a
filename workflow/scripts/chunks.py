"""Cut the plan into the parts that jobs work on.

Writes a plan for each chunk (``plan/chunks``), the plan of all tasks that are taken, which
``smallest`` may restrict (``plan/taken.json``), and how many these are (``plan/n_tasks.txt``, for
the progress of later jobs). The rule is a checkpoint: how many chunks have tasks is known only
now, and a chunk whose plan is as before leads to no new jobs.
"""

from pathlib import Path

from prgbench.pipeline import planning
from prgbench.pipeline.artifacts import read
from prgbench.pipeline.jobs import job_of_rule, renew_made_from, results_of
from prgbench.run.files import write_text

with job_of_rule(snakemake):
    plan, files = read(snakemake.input)["plan"], snakemake.output.chunks
    taken, chunks = planning.chunks(plan, n_files=len(files), **snakemake.params.settings)
    taken.write(Path(snakemake.output.taken))
    write_text(Path(snakemake.output.n_tasks), f"{len(taken.tasks)}\n")
    for chunk, path in zip(chunks, files, strict=True):
        chunk.write(Path(path))
    # A backup may have brought back results of other parts, which Snakemake knows nothing of.
    renew_made_from(snakemake)
    # What was done of other parts counts no longer.
    for part in results_of(snakemake).glob("progress/*/*.txt"):
        part.unlink()
