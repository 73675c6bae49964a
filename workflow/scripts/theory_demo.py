from pathlib import Path

from prgbench.papers.chapters import chapter_named
from prgbench.papers.demo.model import read_demo, summary
from prgbench.papers.theory_figures import draw_figures
from prgbench.pipeline.files import write_text
from prgbench.pipeline.job import job
from prgbench.plotting.style import style

with job(snakemake.log[0]), style(snakemake.input.style):
    page = Path(snakemake.output[0])
    models = [Path(file) for file in snakemake.input.models]
    demo = read_demo(models[0], Path(snakemake.params.store)) if models else None
    write_text(page, summary(demo))
    if demo is not None:
        chapter = chapter_named(snakemake.params.chapter)
        draw_figures(chapter, page.parent, snakemake.params.formats, demo)
