# Entry point for `snakemake` from the repository root; the workflow lives in workflow/.
include: "workflow/Snakefile"


workflow.default_target = "all"
