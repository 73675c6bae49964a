from pathlib import Path

import pandas as pd

from prgbench.archive.store.bundle import BundleStore
from prgbench.archive.store.fetched import read_fetched
from prgbench.pipeline.job import job
from prgbench.pipeline.progress import SharedProgress
from prgbench.replication.scoring import score_task
from prgbench.study.measures import load_measures

with job(snakemake.log[0]):
    params = snakemake.params
    progress = SharedProgress(
        Path(params.progress), snakemake.wildcards.chunk, Path(snakemake.input.n_tasks), "Scoring"
    )
    measures = load_measures(params.measures)
    store = BundleStore.from_params(params.store)
    tables = []
    for fetched in read_fetched(Path(snakemake.input.fetched)):
        if fetched.models:
            tables.append(score_task(fetched, store, measures))
        progress.done()
    pd.concat([pd.DataFrame(), *tables]).to_parquet(snakemake.output[0], index=False)
