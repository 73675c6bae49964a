from pathlib import Path

import pandas as pd

from prgbench.archive.store.bundle import BundleStore
from prgbench.comparison.per_task import Setting, noise_tables
from prgbench.comparison.table_files import gather, write_parquet_tables
from prgbench.pipeline.job import job
from prgbench.pipeline.progress import SharedProgress
from prgbench.study.plan import Plan

with job(snakemake.log[0]):
    params = snakemake.params
    whole = Path(snakemake.input.whole)
    progress = SharedProgress(
        Path(params.progress),
        snakemake.wildcards.chunk,
        len(Plan.read(whole).tasks),
        whole,
        "resample",
    )
    made = []
    for tables in noise_tables(
        pd.read_parquet(snakemake.input.scores),
        BundleStore(Path(params.store)),
        Setting.from_config(params.compared, {}),
        replicates=params.replicates,
        first_repeat=params.repeats == "first",
    ):
        made.append(tables)
        progress.done()
    write_parquet_tables(Path(snakemake.output[0]), gather(made))
