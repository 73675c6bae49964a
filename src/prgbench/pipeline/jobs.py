"""What the rules and their scripts share: settings, files and fingerprints of the stages.

Rules are generated: `inputs`, `outputs` and `settings_of_job` say for a rule which files and
settings its stages have, `fingerprint_of` which code is behind them, so that a job runs again
exactly if one of these has changed. Scripts run within `job_of_rule`, which logs the job and
records what it has made of which inputs. It is the only module of the package that is given
Snakemake's object, and it knows no more of it than its attributes.
"""

import ast
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prgbench.pipeline.artifacts import ARTIFACTS, path_of
from prgbench.pipeline.stages import JOBS, STAGES
from prgbench.run.job import job
from prgbench.run.job_settings import read_settings, renew, settings_file
from prgbench.run.result_records import StudyResults, recorded, settings_digest

if TYPE_CHECKING:
    from prgbench.data.stores import Store
    from prgbench.run.result_records import ResultRecord
    from prgbench.sources.interface import Source
    from prgbench.study_file import StudyFile

Params = Mapping[str, Any]

FORKED = (
    *("plan", "chunks", "fetch", "listed_again", "evaluate", "rank"),
    *("second_opinion", "answer", "robustness", "figures", "report"),
)
"""The rules whose modules are imported before their jobs start, in the order of their jobs."""

EVERY_SCRIPT = (
    *("snakemake.io", "snakemake.logging"),
    *("prgbench.pipeline.artifacts", "prgbench.pipeline.jobs"),
)
"""What the script of each rule imports."""

_ASK_A_SOURCE = ("plan", "fetch", "listed_again", "second_opinion")
_OPENML = ("minio", "sklearn.metrics")
_IMPORTED_LATER = {
    "fetch": ("prgbench.sources.store.fetch",),
    "listed_again": _OPENML,
    "evaluate": ("scipy.sparse", "scipy.special", "shapely"),
    "second_opinion": _OPENML,
    "figures": (
        *("matplotlib.backends.backend_pdf", "matplotlib.pyplot"),
        *("pyarrow.parquet", "scipy.cluster.hierarchy"),
    ),
}
"""Modules that rules import only in functions further down. Without this list, each job would
import them again, and a study of 60 tasks took half as long again. The package openml is not
listed: it reads its configuration when it is imported, so that is left to the jobs that use it."""


def settings_of(
    name: str, study: "StudyFile", facts: Params, store: "Store | Params", folder: Path
) -> dict[str, Any]:
    """Return the settings of all stages, as plain values."""
    from prgbench.report.figures import paper_figures

    options = {
        "answer_options": study.answer_options,
        "robustness_options": study.robustness_options,
    }
    # As plain values: Snakemake compares them, and other processes get them as JSON.
    plain = {
        group: {part: chosen.as_params() for part, chosen in parts.items()}
        for group, parts in options.items()
    }
    return {
        **plain,
        "study": name,
        "settings": study.as_params(),
        "facts": facts,
        "store": store,
        "folder": folder.as_posix(),
        "measures": study.measures,
        "ranking": study.ranking.as_params(),
        "top": study.ranking.top,
        "setting": study.setting.as_params(),
        "resampling": study.resampling,
        "scatter_tasks": study.figures.scatter_tasks,
        "curve_task": study.figures.curve_task,
        "curve_runs": study.figures.curve_runs,
        "parts": [part for parts in options.values() for part in parts],
        "paper_figures": paper_figures(study.measures),
        "formats": study.figures.formats,
    }


def settings_of_job(rule: str, settings: Params) -> dict[str, Any]:
    """Return those settings that the stages of a rule have."""
    names = dict.fromkeys(name for stage in stages_of(rule, settings) for name in stage.settings)
    return {name: settings[name] for name in names if name in settings}


def stages_of(rule: str, settings: Params) -> "list[Any]":
    """Return the stages of a rule, as far as the study asks for them."""
    stages = [STAGES[name] for name in JOBS[rule]]
    return [stage for stage in stages if not _lacking(settings).issuperset(stage.writes)]


def inputs(rule: str, settings: Params) -> dict[str, Path]:
    """Return what a rule reads and does not make itself, by name, below the study's folder."""
    stages = stages_of(rule, settings)
    # What one stage of a job hands to the next stays in memory.
    written = {name for stage in stages for name in stage.writes}
    read = [name for stage in stages for name in stage.reads if name not in written]
    return _files(read, settings)


def outputs(rule: str, settings: Params) -> dict[str, Path]:
    """Return what a rule writes, by name, below the study's folder."""
    stages = stages_of(rule, settings)
    return _files([name for stage in stages for name in stage.writes], settings)


def _files(names: list[str], settings: Params) -> dict[str, Path]:
    artifacts = [name for name in names if name in ARTIFACTS and name not in _lacking(settings)]
    return {name: path_of(name, Path(settings["folder"])) for name in dict.fromkeys(artifacts)}


def _lacking(settings: Params) -> set[str]:
    """Return the artifacts that a study does not ask for."""
    lacking = set()
    for group in ("answer", "robustness"):
        if not settings[f"{group}_options"]:
            lacking |= {f"{group}_evidence", f"{group}_tables"}
    if not settings["settings"]["replication"]:
        lacking |= {"statements", "guesses"}
    return lacking


def fingerprint_of(rule: str) -> str:
    """Return the checksum of the code behind a rule: its stages, and how their files are read."""
    from prgbench.run.fingerprint import stages_fingerprint

    return stages_fingerprint(*functions_of(rule))


def functions_of(rule: str) -> list[str]:
    """Return the functions of `prgbench.pipeline` that a rule runs, to read and write included."""
    if rule not in JOBS:
        return [rule]
    stages = [STAGES[name] for name in JOBS[rule]]
    written = {name for stage in stages for name in stage.writes}
    read = {name for stage in stages for name in stage.reads} - written
    # An edit of how a file is read or written may change results, as one of a stage may.
    ends = {ARTIFACTS[name].read.__name__ for name in read & ARTIFACTS.keys()}
    ends |= {write.__name__ for name in written if (write := ARTIFACTS[name].write)}
    return [*JOBS[rule], *sorted(ends)]


def imported_by(rule: str, source: type | None = None) -> list[str]:
    """Return the modules that a rule imports when it runs, each once.

    Jobs that are forks of a process with these modules begin at once. ``source`` is the class of
    the study's source.

    Examples
    --------
    >>> "prgbench.sources.store.bundle" in imported_by("fetch")
    True
    """
    from prgbench.run.fingerprint import stages_code

    nodes = ast.walk(ast.parse(stages_code(*functions_of(rule))))
    modules = [node.module for node in nodes if isinstance(node, ast.ImportFrom)]
    of_source = [source.__module__] if source and rule in _ASK_A_SOURCE else []
    later = _IMPORTED_LATER.get(rule, ())
    return list(dict.fromkeys([*filter(None, modules), *of_source, *later]))


def code_of_now(_name: str, record: "ResultRecord") -> tuple[str, str | None]:
    """Return the settings of a record and the code behind its rule as it is now."""
    try:
        from prgbench.run.fingerprint import OWN
    except ModuleNotFoundError:  # grimp comes with the pipeline
        return record.settings, record.code
    if record.code is None:
        return record.settings, None
    _, *code_of_user = record.code.partition(OWN)
    try:
        return record.settings, "".join((fingerprint_of(record.rule), *code_of_user))
    except ValueError:  # a rule of an earlier version
        return record.settings, None


def made_for(params: Any) -> str:
    """Return the checksum of the settings of the rule ``plan``, which a plan states.

    The state of its source is left out: it has times, which differ in a copy of the same source.
    """
    return settings_digest({"source": params.source, "settings": params.settings})


@contextmanager
def job_of_rule(snakemake: Any) -> Iterator[None]:
    """Log a job, say what it does, and record what it has made of its inputs."""
    wildcards = dict(snakemake.wildcards.items())
    params = dict(snakemake.params.items())
    # The number of tasks is for the progress alone, and a record has the settings themselves.
    no_data = {snakemake.input.get("n_tasks"), snakemake.input.get("settings")}
    files = [path for path in snakemake.input if path not in no_data]
    settings = read_settings(Path(snakemake.input.get("settings", "")))
    renewed = settings.renewed if settings else ""
    with (
        job(snakemake.log[0], params.get("title", "")),
        recorded(snakemake.rule, wildcards, params, files, snakemake.output, renewed),
    ):
        yield


def renew_made_from(snakemake: Any) -> None:
    """Have results made again that were made from other contents of what a job has written.

    For a checkpoint: after it, Snakemake decides anew which jobs have to run.
    """
    folder = results_of(snakemake)
    # In a workflow that uses this one as a module, all rules have a prefix.
    prefix = snakemake.rule.removesuffix("chunks")
    for (rule, chunk), why in StudyResults(folder).made_from_others(snakemake.output).items():
        file = settings_file(folder, rule.removeprefix(prefix), chunk)
        if there := read_settings(file):
            renew(file, there, because=[why])


@contextmanager
def progress_of(snakemake: Any, label: str) -> Iterator[Any]:
    """Count what the jobs of a rule have done, a job a chunk."""
    from prgbench.run.progress import SharedProgress

    folder = results_of(snakemake) / "progress" / snakemake.rule
    total = int(Path(snakemake.input.n_tasks).read_text(encoding="utf-8"))
    progress = SharedProgress(folder, snakemake.wildcards.chunk, total, label)
    yield progress
    progress.close()


def source_of_job(snakemake: Any, label: str) -> "Source":
    """Return the source of the study of a job, which tells how far it is."""
    from prgbench.run.listener import SpeakingListener, WaitingListener
    from prgbench.sources.by_name import source_of
    from prgbench.study.run_config import RunConfig

    network = RunConfig.from_params(snakemake.config).network.as_params()
    source = source_of(**snakemake.params.source, resources=Path("resources"), **network)
    # Jobs of chunks run side by side: if each told its steps, nobody could follow them.
    speaks = snakemake.rule in ("plan", "stored_scores")
    listener = SpeakingListener if speaks else WaitingListener
    source.listener = listener(label, results_of(snakemake) / "progress" / snakemake.rule)
    return source


def results_of(snakemake: Any) -> Path:
    """Return the folder of the study that a job works for."""
    return Path(*Path(snakemake.log[0]).parts[:2])
