"""Draw all figures of the study, from its results alone.

Reads the ranked models, the examples, the answer and the tables of the parts; no predictions, so
that another style takes seconds. Writes each figure in every format that the study asks for, with
its numbers as CSV and its caption as Markdown.
"""

from pathlib import Path

from prgbench.pipeline.figures import figures
from prgbench.pipeline.jobs import job_of_rule

with job_of_rule(snakemake):
    files = {
        name: Path(path)
        for name, path in snakemake.input.items()
        if name not in ("tables", "style", "settings")
    }
    tables = [Path(folder) for folder in snakemake.input.tables]
    figures(**files, tables=tables, **snakemake.params.settings, processes=snakemake.threads)
