from pathlib import Path

from prgbench.comparison.drawing import draw_parts
from prgbench.comparison.table_files import read_csv_tables
from prgbench.pipeline.job import job
from prgbench.plotting.facts import Facts

with job(snakemake.log[0], "Drawing the comparison"):
    draw_parts(
        snakemake.params.parts,
        read_csv_tables(Path(snakemake.input.tables)),
        Facts(**snakemake.params.facts),
        sheet=snakemake.input.style,
        folder=Path(snakemake.output[0]).parent,
        formats=snakemake.params.formats,
        processes=snakemake.threads,
    )
