"""Stop if the second opinion on some models is another one.

Reads what ``second_opinion`` has written, and says it in a sentence. It is a job of its own so
that the table stays where models disagree: Snakemake deletes what a failed job has made.
"""

from pathlib import Path

from prgbench.run.job import job
from prgbench.run.printing import say
from prgbench.second_opinion.opinion import read_opinion

with job(snakemake.log[0]):
    opinion = read_opinion(Path(snakemake.input.record).parent)
    say(opinion.sentence)
    opinion.check()
