from pathlib import Path

import pandas as pd

from prgbench.comparison.table_files import read_csv_tables
from prgbench.pipeline.csv_files import read_csv
from prgbench.pipeline.job import job
from prgbench.replication.example_statements import example_statements
from prgbench.replication.statements import general_statements, statement_table
from prgbench.report.guess_table import Replication, guess_table, nine_compared
from prgbench.report.replicated import Replicated

with job(snakemake.log[0], "Comparing with the paper"):
    given = snakemake.input
    models, agreement = pd.read_parquet(given.models), read_csv(given.agreement)
    tables = [read_csv_tables(Path(path)) for path in given.tables]
    study = Replication(
        settings=snakemake.params.settings,
        models=models,
        agreement=agreement,
        summary=read_csv(given.summary),
        measures=nine_compared(snakemake.params.settings["measures"]),
        universes=tables[0].get("multiverse") if tables else None,
    )
    statements = [
        *general_statements(models, agreement),
        *example_statements(models, agreement, pd.read_parquet(given.scores)),
    ]
    found = Replicated(statement_table(statements), guess_table(study))
    found.write(Path(snakemake.output[0]).parent)
