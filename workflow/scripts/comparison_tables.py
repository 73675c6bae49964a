from pathlib import Path

import pandas as pd

from prgbench.comparison.compared import Study
from prgbench.comparison.run import compare, options_of
from prgbench.comparison.setting import Setting
from prgbench.comparison.table_files import gather, read_parquet_tables, write_csv_tables
from prgbench.pipeline.job import job
from prgbench.stats.cluster_bootstrap import Resampling

with job(snakemake.log[0], "Computing the tables of the comparison"):
    params = snakemake.params
    study = Study(
        models=pd.read_parquet(snakemake.input.models),
        agreement=pd.read_csv(snakemake.input.pairs),
        per_task=gather(read_parquet_tables(Path(chunk)) for chunk in snakemake.input.per_task),
        setting=Setting.from_params(params.setting),
        resampling=Resampling(**params.resampling),
    )
    tables = compare(study, options_of(params.options), processes=snakemake.threads)
    write_csv_tables(Path(snakemake.output[0]), tables)
