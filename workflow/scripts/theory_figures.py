from pathlib import Path

from prgbench.figures.style import save, style
from prgbench.job import job
from prgbench.theory.catalogue import DRAWINGS

with job(snakemake.log[0]), style(snakemake.input.style):
    folder = Path(snakemake.output[0]).parent
    for name in snakemake.params.figures:
        drawing = DRAWINGS[name]
        save(drawing.draw(), folder / name, snakemake.params.formats, drawing.caption)
