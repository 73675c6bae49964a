from pathlib import Path

from prgbench.comparison.section import comparison_section
from prgbench.comparison.table_files import read_csv_tables
from prgbench.pipeline.files import write_text
from prgbench.pipeline.job import job
from prgbench.report.page import read_figure

with job(snakemake.log[0], "Writing the comparison"):
    page = Path(snakemake.output[0])
    pngs = {Path(path).stem: Path(path) for path in snakemake.input.figures}
    figures = {
        part: [read_figure(page, pngs[name]) for name in names]
        for part, names in snakemake.params.part_figures.items()
    }
    tables = read_csv_tables(Path(snakemake.input.tables))
    write_text(page, comparison_section(tables, figures))
