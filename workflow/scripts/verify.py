"""Stop if the second opinion on runs or models is another one.

Reads what ``second_opinion`` and ``listed_again`` have written, and says it in sentences. It is a
job of its own so that the records stay where something differs: Snakemake deletes what a failed
job has made.
"""

from pathlib import Path

from prgbench.run.job import job
from prgbench.run.printing import say
from prgbench.second_opinion.listing import Listing, read_listing
from prgbench.second_opinion.opinion import Opinion, read_opinion

with job(snakemake.log[0]):
    results = Path(snakemake.input.record).parent
    opinions: list[Listing | Opinion] = [read_opinion(results)]
    if snakemake.input.listing:
        opinions.append(read_listing(results))
    for opinion in opinions:
        say(opinion.sentence)
    for opinion in opinions:
        opinion.check()
