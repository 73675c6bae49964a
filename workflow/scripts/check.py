"""Try the server before hours of work.

Asks the source of the study for one answer of each kind and for one file, and prints what the
study would take: tasks, models, requests and time. Makes no files.
"""

from prgbench.pipeline.jobs import job_of_rule
from prgbench.pipeline.planning import check

with job_of_rule(snakemake):
    check(**snakemake.params.settings)
