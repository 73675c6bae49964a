from pathlib import Path

from prgbench.plotting.style import style
from prgbench.run.files import write_text
from prgbench.run.job import job
from prgbench.sources.store.bundle import BundleStore
from prgtheory.chapters import chapter_named
from prgtheory.demo.model import read_demo, summary
from prgtheory.panels import draw_figures

with job(snakemake.log[0]), style(snakemake.input.style):
    page = Path(snakemake.output[0])
    models = [Path(file) for file in snakemake.input.models]
    store = BundleStore(Path(snakemake.params.store))
    demo = read_demo(models[0], store.predictions) if models else None
    write_text(page, summary(demo))
    if demo is not None:
        chapter = chapter_named(snakemake.params.chapter)
        draw_figures(chapter, page.parent, snakemake.params.formats, demo)
