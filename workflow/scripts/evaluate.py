from prgbench.pipeline.artifacts import read, write
from prgbench.pipeline.jobs import job_of_rule, progress_of, results_of
from prgbench.pipeline.stages import compute

with job_of_rule(snakemake), progress_of(snakemake, "Evaluating") as progress:
    values, settings = read(snakemake.input), snakemake.params.settings
    kept = results_of(snakemake) / "kept"
    settings = {**settings, "kept": kept, "code": snakemake.params.code, "done": progress.done}
    compute(values, snakemake.params.stages, settings)
    write(values, snakemake.output)
