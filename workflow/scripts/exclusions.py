from itertools import chain
from pathlib import Path

from prgbench.archive.store.fetched import read_fetched
from prgbench.pipeline.job import job
from prgbench.replication.exclusions import count_exclusions, list_exclusions
from prgbench.study.plan import Plan

with job(snakemake.log[0], "Counting what was left out"):
    plan = Plan.read(Path(snakemake.input.plan))
    fetched = chain.from_iterable(read_fetched(Path(path)) for path in snakemake.input.fetched)
    listed = list_exclusions(plan, fetched)
    listed.to_csv(snakemake.output.listed, index=False)
    count_exclusions(listed, plan).to_csv(snakemake.output.counts, index=False)
