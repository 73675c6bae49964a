"""Compute the tables of all chapters of the theory.

Each is a CSV file below ``results/theory``: numbers that a source prints beside those found, and
what simulations and exact formulas give.
"""

from pathlib import Path

import pandas as pd

from prgbench.run.files import atomic_path
from prgbench.run.job import job
from prgtheory.chapters import table_named

with job(snakemake.log[0], "Computing the tables of the theory"):
    for file in map(Path, snakemake.output):
        with atomic_path(file) as temporary:
            pd.DataFrame(table_named(file.stem)).to_csv(temporary, index=False)
