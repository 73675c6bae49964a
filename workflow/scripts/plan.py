from pathlib import Path

from prgbench.archive.sources import Source
from prgbench.pipeline.job import job
from prgbench.pipeline.progress import say
from prgbench.study.config import Selection
from prgbench.study.plan import Plan, describe, make_plan

with job(snakemake.log[0], "Planning"):
    params = snakemake.params
    source = Source.from_config(params.source, snakemake.config)
    plan = (
        Plan.read(Path(params.plan))
        if params.plan
        else make_plan(source.open(), params.study, Selection.from_config(params.selection))
    )
    say(describe(plan, source.requests_per_second if source.archive == "openml" else None))
    plan.write(Path(snakemake.output.plan))
    for number, path in enumerate(snakemake.output.chunks):
        plan.chunk(number, len(snakemake.output.chunks)).write(Path(path))
