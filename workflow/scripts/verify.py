from pathlib import Path

from prgbench.pipeline.job import job
from prgbench.pipeline.terminal import say
from prgbench.second_opinion.opinion import read_opinion

with job(snakemake.log[0]):
    opinion, _ = read_opinion(Path(snakemake.input.page).parent)
    say(opinion.sentence)
    opinion.check()
