from pathlib import Path

import pandas as pd

from prgbench.archive.store.bundle import BundleStore
from prgbench.pipeline.job import job
from prgbench.pipeline.progress import SharedProgress
from prgbench.replication.curve_table import curve_table

with job(snakemake.log[0]):
    params = snakemake.params
    progress = SharedProgress(
        Path(params.progress),
        snakemake.wildcards.chunk,
        Path(snakemake.input.n_tasks),
        "Preparing the curves",
    )
    models = pd.read_parquet(snakemake.input.scores)
    store = BundleStore.from_params(params.store)
    tables = []
    for task_id, own in models.groupby("task_id") if len(models) else ():
        tables.append(curve_table(store.open(task_id), own["run_id"].tolist()))
        progress.done()
    pd.concat([pd.DataFrame(), *tables]).to_parquet(snakemake.output[0], index=False)
