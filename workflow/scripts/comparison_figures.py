from pathlib import Path

from prgbench.comparison.draw import draw_comparison
from prgbench.comparison.table_files import read_csv_tables
from prgbench.pipeline.job import job

with job(snakemake.log[0], "Drawing the comparison"):
    draw_comparison(
        snakemake.params.figures,
        read_csv_tables(Path(snakemake.input.tables)),
        snakemake.params.source,
        sheet=snakemake.input.style,
        folder=Path(snakemake.output[0]).parent,
        formats=snakemake.params.formats,
        processes=snakemake.threads,
    )
