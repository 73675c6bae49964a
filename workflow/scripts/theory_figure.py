from pathlib import Path

from prgbench.figures.style import save, style
from prgbench.job import job
from prgbench.theory.catalogue import DRAWINGS

with job(snakemake.log[0]), style(snakemake.input.style):
    drawing = DRAWINGS[snakemake.wildcards.figure]
    stem = Path(snakemake.output[0]).with_suffix("")
    save(drawing.draw(), stem, snakemake.params.formats, drawing.caption)
