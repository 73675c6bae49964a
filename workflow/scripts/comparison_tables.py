from pathlib import Path

import pandas as pd

from prgbench.comparison.per_task import Setting
from prgbench.comparison.run import Study, compare
from prgbench.comparison.table_files import gather, read_parquet_tables, write_csv_tables
from prgbench.pipeline.job import job

with job(snakemake.log[0], "Comparing the measures"):
    params = snakemake.params
    chunks = [*snakemake.input.instances, *snakemake.input.noise]
    study = Study(
        models=pd.read_parquet(snakemake.input.models),
        agreement=pd.read_csv(snakemake.input.pairs),
        instances=gather(read_parquet_tables(Path(chunk)) for chunk in chunks),
        setting=Setting.from_config(params.compared, params.parts),
        resamples=params.resamples,
    )
    tables = compare(study, processes=snakemake.threads)
    write_csv_tables(Path(snakemake.output[0]), tables)
