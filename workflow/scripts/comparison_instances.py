from pathlib import Path

import pandas as pd

from prgbench.analysis.instances import Setting, instance_tables
from prgbench.analysis.ranking import add_ranks
from prgbench.analysis.tables import gather, write_parquet_tables
from prgbench.archive.bundle import BundleStore
from prgbench.job import job

with job(snakemake.log[0]):
    params = snakemake.params
    setting = Setting.from_config(params.compared, params.parts)
    scored = pd.read_parquet(snakemake.input[0])
    tables = {}
    if len(scored):
        tables = gather(
            instance_tables(
                add_ranks(scored, setting.measures, setting.ranking),
                BundleStore(Path(params.store)),
                setting,
                first_repeat=params.repeats == "first",
            )
        )
    write_parquet_tables(Path(snakemake.output[0]), tables)
