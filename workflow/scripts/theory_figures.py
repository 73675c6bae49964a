"""Draw the figures of a chapter of the theory.

Reads only the style. Writes each figure as PNG, PDF and SVG, with its caption as Markdown.
"""

from pathlib import Path

from prgbench.plotting.style import style
from prgbench.run.job import job
from prgtheory.chapters import chapter_named
from prgtheory.panels import draw_figures

with job(snakemake.log[0]), style(snakemake.input.style):
    chapter = chapter_named(snakemake.params.chapter)
    draw_figures(chapter, Path(snakemake.output[0]).parent, snakemake.params.formats)
