"""Draw the tasks and the models of the study: the plan.

Asks the source for its tasks and runs, selects and draws as ``selection`` of the study says, and
prints what fetching and computing will cost. Writes ``plan/plan.json``, a lock file: all later
jobs work on what it names, and an edit of the code does not draw it again.
"""

from prgbench.pipeline import planning
from prgbench.pipeline.artifacts import write
from prgbench.pipeline.jobs import job_of_rule, made_for, source_of_job

with job_of_rule(snakemake):
    source = source_of_job(snakemake, "Planning")
    stated = made_for(snakemake.params)
    drawn = planning.plan(source, **snakemake.params.settings, made_for=stated)
    write({"plan": drawn}, snakemake.output)
