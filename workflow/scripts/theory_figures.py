from pathlib import Path

from prgbench.papers.sources import source_named
from prgbench.papers.theory_figures import draw_figures
from prgbench.pipeline.job import job
from prgbench.plotting.style import style

with job(snakemake.log[0]), style(snakemake.input.style):
    source = source_named(snakemake.params.source)
    draw_figures(source, Path(snakemake.output[0]).parent, snakemake.params.formats)
