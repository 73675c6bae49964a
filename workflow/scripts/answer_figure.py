from pathlib import Path

from prgbench.comparison.answer import Answer
from prgbench.pipeline.job import job
from prgbench.plotting.facts import Facts
from prgbench.plotting.style import save, style
from prgbench.report.answer_figure import answer_figure

with job(snakemake.log[0], "Drawing the answer"), style(snakemake.input.style):
    params = snakemake.params
    answer = Answer.read(Path(snakemake.input.answer).read_text(encoding="utf-8"))
    drawn = answer_figure(answer, Facts(**params.facts), printed=params.printed)
    save(drawn, Path(snakemake.output[0]).with_suffix(""), params.formats)
