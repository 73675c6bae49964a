import pandas as pd

from prgbench.pipeline.job import job
from prgbench.replication.agreement import agreement_summary, task_agreement, task_table
from prgbench.study.measures import load_measures

with job(snakemake.log[0], "Comparing the measures"):
    output = snakemake.output
    models = pd.read_parquet(snakemake.input.models)
    measures = load_measures(snakemake.params.measures)
    pairs = task_agreement(models, measures)
    pairs.to_csv(output.pairs, index=False)
    agreement_summary(pairs, models).to_csv(output.summary, index=False)
    task_table(models, pairs, measures).to_csv(output.tasks, index=False)
