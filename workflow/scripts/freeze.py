"""Write all that a study is computed from into one file, for those without a network.

Reads the plan, what was fetched and the bundles in the store. Writes ``<study>.zip``: a source
that the same study accepts as its ``archive``. The same plan gives the same bytes.
"""

from pathlib import Path

from prgbench.pipeline.jobs import job_of_rule, source_of_job
from prgbench.pipeline.planning import freeze

with job_of_rule(snakemake):
    freeze(
        source=source_of_job(snakemake, "Freezing"),
        plan=Path(snakemake.input.plan),
        fetched=[Path(path) for path in snakemake.input.fetched],
        archive=Path(snakemake.output.archive),
        **snakemake.params.settings,
    )
