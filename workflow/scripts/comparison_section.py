from pathlib import Path

from prgbench.comparison.section import comparison_section
from prgbench.comparison.table_files import read_csv_tables
from prgbench.pipeline.files import write_text
from prgbench.pipeline.job import job
from prgbench.plotting.facts import Facts

with job(snakemake.log[0], "Writing the comparison"):
    page = Path(snakemake.output[0])
    tables = read_csv_tables(Path(snakemake.input.tables))
    facts = Facts(**snakemake.params.facts)
    write_text(page, comparison_section(snakemake.params.parts, tables, facts, page))
