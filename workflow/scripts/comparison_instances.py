from pathlib import Path

import pandas as pd

from prgbench.archive.store.bundle import BundleStore
from prgbench.comparison.per_task import Setting, instance_tables
from prgbench.comparison.table_files import gather, write_parquet_tables
from prgbench.pipeline.job import job
from prgbench.pipeline.progress import SharedProgress
from prgbench.replication.ranking import add_ranks
from prgbench.study.plan import Plan

with job(snakemake.log[0]):
    params = snakemake.params
    setting = Setting.from_config(params.compared, params.parts)
    models = pd.read_parquet(snakemake.input.scores)
    whole = Path(snakemake.input.whole)
    progress = SharedProgress(
        Path(params.progress),
        snakemake.wildcards.chunk,
        len(Plan.read(whole).tasks),
        whole,
        "compare",
    )
    if len(models):
        models = add_ranks(models, setting.measures, setting.ranking)
    made = []
    for tables in instance_tables(
        models, BundleStore(Path(params.store)), setting, first_repeat=params.repeats == "first"
    ):
        made.append(tables)
        progress.done()
    write_parquet_tables(Path(snakemake.output[0]), gather(made))
