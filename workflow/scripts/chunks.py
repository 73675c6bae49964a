from pathlib import Path

from prgbench.pipeline import planning
from prgbench.pipeline.artifacts import read
from prgbench.pipeline.jobs import job_of_rule, results_of
from prgbench.run.files import write_text

with job_of_rule(snakemake):
    plan, files = read(snakemake.input)["plan"], snakemake.output.chunks
    taken, chunks = planning.chunks(plan, n_files=len(files), **snakemake.params.settings)
    taken.write(Path(snakemake.output.taken))
    write_text(Path(snakemake.output.n_tasks), f"{len(taken.tasks)}\n")
    for chunk, path in zip(chunks, files, strict=True):
        chunk.write(Path(path))
    # What was done of other parts counts no longer.
    for part in results_of(snakemake).glob("progress/*/*.txt"):
        part.unlink()
