# Entry point for `snakemake` from the repository root; the workflow lives in workflow/.
include: "workflow/Snakefile"


workflow.default_target = "all"

# As long as Snakemake 9.27 limits how many jobs begin in a second, each job that begins makes it
# look at all others once more a second until the end: with 174 jobs that took a minute.
if workflow.scheduling_settings:
    workflow.scheduling_settings.max_jobs_per_timespan = None
