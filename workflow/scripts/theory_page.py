"""Write the page of the theory, ``index.md``, from the figures and tables of all chapters."""

from pathlib import Path

from prgbench.run.files import write_text
from prgbench.run.job import job
from prgtheory.theory_page import render_page

with job(snakemake.log[0], "Writing the page of the theory"):
    page = Path(snakemake.output[0])
    write_text(page, render_page(page.parent, snakemake.params.figures))
