from pathlib import Path

import pandas as pd

from prgbench.archive.store.bundle import BundleStore
from prgbench.pipeline.files import write_text
from prgbench.pipeline.job import job
from prgbench.pipeline.records import to_json
from prgbench.replication.examples import choose_examples, example_scores

with job(snakemake.log[0], "Choosing the examples"):
    params = snakemake.params
    examples = choose_examples(
        pd.read_parquet(snakemake.input.models),
        pd.read_csv(snakemake.input.pairs),
        scatter_tasks=params.scatter_tasks,
        curve_task=params.curve_task,
        curve_runs=params.curve_runs,
    )
    write_text(Path(snakemake.output.choice), to_json(examples) + "\n")
    scores = example_scores(examples, BundleStore.from_params(params.store))
    scores.to_parquet(snakemake.output.scores, index=False)
