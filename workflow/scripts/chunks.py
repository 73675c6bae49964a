from pathlib import Path

from prgbench.pipeline.files import write_text
from prgbench.pipeline.job import job
from prgbench.study.chunks import n_chunks_of
from prgbench.study.plan import Plan

with job(snakemake.log[0]):
    plan = Plan.read(Path(snakemake.input.plan))
    n_chunks = snakemake.params.chunks or n_chunks_of(len(plan.tasks))
    write_text(Path(snakemake.output.n_tasks), f"{len(plan.tasks)}\n")
    for number, path in enumerate(snakemake.output.chunks):
        plan.chunk(number, n_chunks).write(Path(path))
