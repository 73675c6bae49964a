from pathlib import Path

import pandas as pd

from prgbench.analysis.instances import Setting, noise_tables
from prgbench.analysis.tables import gather, write_parquet_tables
from prgbench.archive.bundle import BundleStore
from prgbench.job import job

with job(snakemake.log[0]):
    params = snakemake.params
    tables = gather(
        noise_tables(
            pd.read_parquet(snakemake.input[0]),
            BundleStore(Path(params.store)),
            Setting.from_config(params.compared, {}),
            replicates=params.replicates,
            first_repeat=params.repeats == "first",
        )
    )
    write_parquet_tables(Path(snakemake.output[0]), tables)
