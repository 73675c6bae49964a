from pathlib import Path

from prgbench.papers.catalogue import DRAWINGS
from prgbench.pipeline.job import job
from prgbench.plotting.style import save, style

with job(snakemake.log[0]), style(snakemake.input.style):
    folder = Path(snakemake.output[0]).parent
    for name in snakemake.params.figures:
        drawing = DRAWINGS[name]
        save(drawing.draw(), folder / name, snakemake.params.formats, drawing.caption)
