from pathlib import Path

import pandas as pd

from prgbench.analysis.instances import Setting, noise_tables
from prgbench.analysis.tables import gather, write_parquet_tables
from prgbench.archive.bundle import BundleStore
from prgbench.job import job
from prgbench.progress import SharedProgress
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
