import json
from pathlib import Path

import pandas as pd

from prgbench.archive.store.bundle import BundleStore
from prgbench.pipeline.files import write_text
from prgbench.pipeline.job import job
from prgbench.replication.examples import choose_examples, example_scores

with job(snakemake.log[0], "Choosing the examples"):
    params = snakemake.params
    examples = choose_examples(
        pd.read_parquet(snakemake.input.models),
        pd.read_csv(snakemake.input.pairs),
        **params.figures,
    )
    write_text(Path(snakemake.output.choice), json.dumps(examples.to_dict(), indent=2) + "\n")
    scores = example_scores(
        examples, BundleStore(Path(params.store)), first_repeat=params.repeats == "first"
    )
    scores.to_parquet(snakemake.output.scores, index=False)
