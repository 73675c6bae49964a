from pathlib import Path

import pandas as pd

from prgbench.comparison.answer import collect_answer
from prgbench.comparison.table_files import read_csv_tables
from prgbench.pipeline.files import write_text
from prgbench.pipeline.job import job
from prgbench.plotting.facts import Facts

with job(snakemake.log[0], "Collecting the answer"):
    tables = [read_csv_tables(Path(path)) for path in snakemake.input.tables]
    facts = Facts(**snakemake.params.facts)
    answer = collect_answer(
        snakemake.params.study,
        facts.source,
        facts.confidence_level,
        pd.read_csv(snakemake.input.summary),
        tables[0] if tables else {},
    )
    write_text(Path(snakemake.output[0]), answer.to_json())
