from pathlib import Path

from prgbench.archive.sources import Source
from prgbench.archive.store.fetched import write_fetched
from prgbench.pipeline.job import job
from prgbench.pipeline.progress import SharedProgress
from prgbench.study.fetching import fetch_plan
from prgbench.study.plan import Plan

with job(snakemake.log[0]):
    source = Source.from_config(snakemake.params.source, snakemake.config)
    plan = Plan.read(Path(snakemake.input.plan))
    whole = Path(snakemake.input.whole)
    progress = SharedProgress(
        Path(snakemake.params.progress),
        snakemake.wildcards.chunk,
        len(Plan.read(whole).tasks),
        whole,
        "fetch",
    )
    fetched = fetch_plan(source.open(), source.bundles(), plan, progress.done)
    write_fetched(Path(snakemake.output[0]), fetched)
