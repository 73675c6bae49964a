from pathlib import Path

from prgbench.archive.by_name import source_of
from prgbench.pipeline.job import job
from prgbench.pipeline.listener import SpeakingListener
from prgbench.pipeline.terminal import say
from prgbench.study.plan import Plan, describe, make_plan
from prgbench.study.run_config import RunConfig
from prgbench.study.selection import Selection

with job(snakemake.log[0], "Planning"):
    params = snakemake.params
    network = RunConfig.from_params(snakemake.config).network
    source = source_of(**params.source, resources=Path(params.store).parent, **network.as_params())
    source.listener = SpeakingListener(
        "Planning", Path(snakemake.log[0]).parents[1] / "progress" / "plan"
    )
    selection = Selection.from_params(params.selection)
    plan = (
        Plan.read(Path(params.plan)).without(selection.excluded_runs)
        if params.plan
        else make_plan(source, params.study, selection)
    )
    say(describe(plan, source.requests_per_second))
    plan.write(Path(snakemake.output.plan))
