# Runs a stage of `prgbench.stages`: the rule's named files and its parameters are the arguments.
from pathlib import Path

from prgbench.run.job import job
from prgbench.run.result_records import recorded


def paths(files):
    return {
        name: Path(value) if isinstance(value, str) else [Path(path) for path in value]
        for name, value in files.items()
    }


def source(label, **named):
    from prgbench.run.listener import SpeakingListener, WaitingListener
    from prgbench.sources.by_name import source_of
    from prgbench.study.run_config import RunConfig

    network = RunConfig.from_params(snakemake.config).network.as_params()
    found = source_of(**named, resources=Path("resources"), **network)
    results = Path(snakemake.log[0]).parents[len(snakemake.wildcards) + 1]
    listener = SpeakingListener if stage in ("plan", "stored_scores") else WaitingListener
    found.listener = listener(label, results / "progress" / stage)
    return found


def shared_progress(folder, label):
    from prgbench.run.progress import SharedProgress

    return SharedProgress(Path(folder), snakemake.wildcards.chunk, n_tasks, label)


given = dict(snakemake.params.items())
stage = given.pop("stage")
given.pop("renewed_by", None)
# The number of tasks is for the progress alone.
read = [path for path in snakemake.input if path != snakemake.input.get("n_tasks")]
with (
    job(snakemake.log[0], given.pop("title", "")),
    recorded(
        snakemake.rule,
        dict(snakemake.wildcards.items()),
        dict(snakemake.params.items()),
        read,
        snakemake.output,
    ),
):
    from prgbench import stages

    arguments = paths(snakemake.input) | paths(snakemake.output) | given
    code = arguments.pop("code", None)
    if "kept" in arguments and "codes" not in arguments:
        arguments["code"] = code
    if "source" in arguments:
        arguments["source"] = source(**arguments["source"])
    if "progress" in arguments:
        n_tasks = arguments.pop("n_tasks")
        arguments["progress"] = shared_progress(**arguments["progress"])
    getattr(stages, stage)(**arguments)
    if "progress" in arguments:
        arguments["progress"].close()
