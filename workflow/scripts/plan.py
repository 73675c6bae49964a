from prgbench.pipeline import planning
from prgbench.pipeline.artifacts import write
from prgbench.pipeline.jobs import job_of_rule, source_of_job

with job_of_rule(snakemake):
    source = source_of_job(snakemake, "Planning")
    write({"plan": planning.plan(source, **snakemake.params.settings)}, snakemake.output)
