from pathlib import Path

from prgbench.analysis.tables import read_csv_tables
from prgbench.figures.comparison.catalogue import COMPARISON_FIGURES
from prgbench.figures.style import save, style
from prgbench.job import job

with job(snakemake.log[0], "Drawing the comparison"), style(snakemake.input.style):
    params = snakemake.params
    folder = Path(snakemake.output[0]).parent
    tables = read_csv_tables(Path(snakemake.input.tables))
    for name in params.figures:
        figure, caption = COMPARISON_FIGURES[name](tables, params.source)
        save(figure, folder / name, params.formats, caption)
