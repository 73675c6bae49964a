from itertools import chain
from pathlib import Path

from prgbench.archive.store.fetched import read_fetched
from prgbench.pipeline.csv_files import write_csv
from prgbench.pipeline.job import job
from prgbench.replication.exclusions import count_exclusions, list_exclusions
from prgbench.study.plan import Plan

with job(snakemake.log[0], "Counting what was left out"):
    plan = Plan.read(Path(snakemake.input.plan))
    fetched = chain.from_iterable(read_fetched(Path(path)) for path in snakemake.input.fetched)
    listed = list_exclusions(plan, fetched)
    write_csv(listed, Path(snakemake.output.listed))
    write_csv(count_exclusions(listed, plan), Path(snakemake.output.counts))
