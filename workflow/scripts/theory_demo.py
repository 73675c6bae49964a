from pathlib import Path

from prgbench.papers.catalogue import demo_drawings_of
from prgbench.papers.demo.model import read_demo, summary
from prgbench.pipeline.files import write_text
from prgbench.pipeline.job import job
from prgbench.plotting.style import save, style

with job(snakemake.log[0]), style(snakemake.input.style):
    page = Path(snakemake.output[0])
    models = [Path(file) for file in snakemake.input.models]
    demo = read_demo(models[0], Path(snakemake.params.store)) if models else None
    write_text(page, summary(demo))
    for name, drawing in (demo_drawings_of(demo) if demo else {}).items():
        save(drawing.draw(), page.parent / name, snakemake.params.formats, drawing.caption)
