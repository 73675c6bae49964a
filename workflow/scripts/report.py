"""Write what is read: the page, its answer as Markdown, and the leaderboard.

Reads the answer, all tables, curves and figures. Writes ``report/index.html``, which needs no
server, ``report.md``, the leaderboard as CSV, Markdown and LaTeX, and, in a replication, what the
paper states beside what was found.
"""

from prgbench.pipeline.artifacts import read, write
from prgbench.pipeline.jobs import job_of_rule
from prgbench.pipeline.stages import compute

with job_of_rule(snakemake):
    values = read(snakemake.input)
    compute(values, snakemake.params.stages, snakemake.params.settings)
    write(values, snakemake.output)
