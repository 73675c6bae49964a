from pathlib import Path

from prgbench.run.job import job
from prgbench.run.listener import say
from prgbench.second_opinion.opinion import read_opinion

with job(snakemake.log[0]):
    opinion = read_opinion(Path(snakemake.input.record).parent)
    say(opinion.sentence)
    opinion.check()
