from pathlib import Path

import pandas as pd

from prgbench.archive.store.bundle import BundleStore
from prgbench.comparison.kept_tables import KeptTables
from prgbench.comparison.run import options_of, per_task_tables
from prgbench.comparison.setting import Setting
from prgbench.comparison.table_files import gather, write_parquet_tables
from prgbench.pipeline.job import job
from prgbench.pipeline.progress import SharedProgress
from prgbench.replication.ranking import add_ranks

with job(snakemake.log[0]):
    params = snakemake.params
    setting = Setting.from_params(params.setting)
    models = pd.read_parquet(snakemake.input.scores)
    progress = SharedProgress(
        Path(params.progress),
        snakemake.wildcards.chunk,
        Path(snakemake.input.n_tasks),
        params.title,
    )
    if len(models):
        models = add_ranks(models, setting.measures, setting.ranking)
    store = BundleStore.from_params(params.store)
    kept = KeptTables(
        Path(params.kept), [params.code, params.setting, params.options, params.store]
    )
    made = []
    for tables in per_task_tables(models, store, setting, options_of(params.options), kept):
        made.append(tables)
        progress.done()
    write_parquet_tables(Path(snakemake.output[0]), gather(made))
