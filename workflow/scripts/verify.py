from pathlib import Path

from prgbench.run.job import job
from prgbench.run.listener import say
from prgbench.second_opinion.opinion import read_opinion

with job(snakemake.log[0]):
    opinion, _ = read_opinion(Path(snakemake.input.page).parent)
    say(opinion.sentence)
    opinion.check()
