from pathlib import Path

from prgbench.archive.by_name import source_of
from prgbench.archive.store.bundle import BundleStore
from prgbench.archive.store.fetched import write_fetched
from prgbench.pipeline.job import job
from prgbench.pipeline.listener import WaitingListener
from prgbench.pipeline.progress import SharedProgress
from prgbench.study.fetching import fetch_plan
from prgbench.study.plan import Plan
from prgbench.study.run_config import RunConfig

with job(snakemake.log[0]):
    params = snakemake.params
    network = RunConfig.from_params(snakemake.config).network
    source = source_of(**params.source, resources=Path(params.store).parent, **network.as_params())
    plan = Plan.read(Path(snakemake.input.plan), chunk=True)
    source.listener = WaitingListener("Fetching", Path(params.progress))
    progress = SharedProgress(
        Path(params.progress),
        snakemake.wildcards.chunk,
        Path(snakemake.input.n_tasks),
        "Fetching",
        files_of_unit=plan.n_models,
    )
    fetched = fetch_plan(source, BundleStore(source.bundles), plan, progress.report)
    write_fetched(Path(snakemake.output[0]), fetched)
