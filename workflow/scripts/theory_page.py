from pathlib import Path

from prgbench.run.files import write_text
from prgbench.run.job import job
from prgtheory.chapters import PRINTED_TABLE
from prgtheory.theory_page import render_page, table_as_markdown

with job(snakemake.log[0], "Writing the page of the theory"):
    page = Path(snakemake.output.page)
    write_text(page, render_page(page.parent, snakemake.params.figures))
    table = page.parent / f"{PRINTED_TABLE}.csv"
    write_text(Path(snakemake.output.table), table_as_markdown(table) + "\n")
