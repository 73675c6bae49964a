from pathlib import Path

import pandas as pd

from prgbench.pipeline.csv_files import write_csv
from prgbench.pipeline.job import job
from prgbench.replication.agreement import agreement_summary, task_agreement, task_table
from prgbench.study.measures import load_measures

with job(snakemake.log[0], "Comparing the measures"):
    output = snakemake.output
    models = pd.read_parquet(snakemake.input.models)
    measures = load_measures(snakemake.params.measures)
    pairs = task_agreement(models, measures)
    write_csv(pairs, Path(output.pairs))
    write_csv(agreement_summary(pairs, models), Path(output.summary))
    write_csv(task_table(models, pairs, measures), Path(output.tasks))
