# What the rules share: the study, its source and the places of its files.

import atexit
import gc
import sys
from contextlib import ExitStack
from dataclasses import asdict
from functools import partial
from pathlib import Path
from types import SimpleNamespace

from snakemake.exceptions import WorkflowError
from snakemake.settings.enums import RerunTrigger

# What is imported stays: the collector would look at all of it again and again.
gc.disable()
from prgbench.stages import IMPORTED
from prgbench.sources.by_name import plugin_of, source_of
from prgbench.run.errors import one_sentence
from prgbench.run.plugins import MEASURES, ROBUSTNESS, chosen_plugins
from prgbench.run.fingerprint import (
    OWN,
    notebook_fingerprint,
    own_code_fingerprint,
    plugins_fingerprint,
    script_fingerprint,
    stage_fingerprint,
)
from prgbench.run.fork_server import fork_server
from prgbench.run.files import bring_to_now
from prgbench.run.result_records import StudyResults, check_plan, settings_for
from prgbench.run.settings import check_settings
from prgbench.plotting.drawn import labels_of
from prgbench.study.for_now import asked_by
from prgbench.study.measures import own_modules
from prgbench.study.plan import MOST_CHUNKS, chunks_with_tasks
from prgbench.study.run_config import RunConfig

RESOURCES = Path("resources")

with one_sentence():
    from prgbench.study_file import read_study

    RUN = check_settings(config, "config/config.yaml or --config", RunConfig)
    STUDY = read_study(Path("config/studies"), RUN.study)
    NETWORK = RUN.network.as_params()
    SOURCE = source_of(**STUDY.source, resources=RESOURCES, **NETWORK)

gc.freeze()
gc.enable()

SOURCE_STATE = SOURCE.state
MARKER = [SOURCE.marker] if SOURCE.marker else []
STORE = {"folder": str(SOURCE.bundles), "repeats": STUDY.repeats}
FACTS = asdict(STUDY.facts(SOURCE.label, openml=SOURCE.has_pages))
RESULTS = Path("results") / RUN.study
PLAN = RESULTS / "plan"
TABLES = RESULTS / "tables"
FIGURES = RESULTS / "figures"
LOGS = RESULTS / "logs"
ENDINGS = [*STUDY.figures.formats, "md", "csv"]
CHUNKS = [f"{number:03d}" for number in range(STUDY.chunks or MOST_CHUNKS)]


wildcard_constraints:
    chunk="[0-9]+",


OF_MEASURES = own_code_fingerprint(own_modules(STUDY.measures), Path.cwd())
OF_MEASURES += plugins_fingerprint(chosen_plugins(MEASURES, STUDY.measures), Path.cwd())
OF_SOURCE = plugins_fingerprint(filter(None, [plugin_of(STUDY.archive)]), Path.cwd())
OF_PARTS = plugins_fingerprint(
    chosen_plugins(ROBUSTNESS, STUDY.robustness_options), Path.cwd()
)
# The code of the user and of other packages, by stage.
OWN_CODE = {
    **dict.fromkeys(["score", "rank", "compare"], OF_MEASURES),
    **dict.fromkeys(["fetch", "freeze"], OF_SOURCE),
    **dict.fromkeys(
        ["robustness_per_task", "robustness_tables", "figures", "section", "page"],
        OF_PARTS,
    ),
}


def fingerprint(stage):
    """Return the checksum of the code behind a stage, that of the user and of plugins included."""
    if not INSTALLED:
        return None
    own = OWN_CODE.get(stage)
    return f"{stage_fingerprint(stage)}{f'{OWN}{own}' if own else ''}"


# Snakemake finds the scripts of a module that comes from a git repository.
def fingerprint_of_script(script, *loaded):
    """Return the checksum of the code behind a script, and of modules that it loads by name."""
    path = Path(workflow.source_path(f"../scripts/{script}"))
    return script_fingerprint(path.parent, path.name, *loaded) if INSTALLED else None


def start_jobs_as_forks():
    """Have Snakemake start scripts as forks of one process, until it ends."""
    stack = ExitStack()
    atexit.register(stack.close)
    rules = {"all", *(job.rule.name for job in workflow.dag.needrun_jobs())}
    imported = ["snakemake.io", "snakemake.logging", type(SOURCE).__module__]
    imported += [
        name for rule, names in IMPORTED.items() if rule in rules for name in names
    ]
    sys.executable = stack.enter_context(fork_server(imported))


def progress(stage, label):
    """Return where and under which label the jobs of a stage count what they have done."""
    return {"folder": str(RESULTS / "progress" / stage), "label": label}


def asked(wildcards):
    """Return what a chunk's job is asked for by, and the file that notes it."""
    note = RESULTS / "progress" / "asked" / f"{wildcards.chunk}.json"
    return {"note": str(note), "by": asked_by(note, again=RUN.again)}


# Where the number of chunks depends on the plan, the jobs are known when it is there.
def of_chunks(pattern):
    """Return the files of all chunks."""
    if STUDY.chunks:
        return expand(pattern, chunk=CHUNKS)
    return lambda _: expand(
        pattern, chunk=chunks_with_tasks(checkpoints.chunks.get().output.chunks)
    )


def expected(name, record):
    """Return the settings and the code that the record of a result would have now."""
    try:
        by = workflow.get_rule(record.rule)
    except WorkflowError:
        return "there is no such rule", None
    if not by.has_wildcards() and str(RESULTS / name) not in map(str, by.output):
        return record.settings, record.code
    params = dict(by.params.items())
    wildcards = SimpleNamespace(**record.wildcards)
    return settings_for(params, wildcards), params.get("code")


FOUND = StudyResults(RESULTS, expected)
with one_sentence():
    check_plan(StudyResults(RESULTS), PLAN / "plan.json")


class NotVerified(set):
    """The files that are forced, and all results that are not what a run of now would leave.

    A plan is kept, as no run makes it again from what was there.
    """

    altered = {}

    def isdisjoint(self, files):
        """Say whether none of the files is among these; the files are those of one job."""
        paths = [Path(file) for file in files if Path(file).is_relative_to(RESULTS)]
        found = [finding for path in paths if (finding := FOUND.finding(path))]
        self.altered |= {of.path: of for of in found if of.kind == "altered"}
        if RerunTrigger.PARAMS not in workflow.rerun_triggers:
            found = [finding for finding in found if finding.kind != "stale"]
        if PLAN / "plan.json" in paths:
            found = [finding for finding in found if finding.kind == "stale"]
        elif not any(path.exists() for path in paths):
            found = [finding for finding in found if self._is_lacking(finding)]
        return super().isdisjoint(files) and not found

    def _is_lacking(self, finding):
        """Say whether a result is to be made although what was made from it is there.

        Those of chunks are not, so that all else can be drawn again without predictions.
        """
        record = FOUND.record(RESULTS / finding.path)
        return finding.kind != "missing" or "chunk" not in record.wildcards


# Snakemake knows times and parameters of what it has run itself, not what files hold: a result that
# is not what its record says is forced, as if named by `--forcerun`.
def and_what_is_not_verified(_):
    """Return no files; called before Snakemake looks at which jobs have to run."""
    if workflow.is_main_process and not isinstance(
        workflow.dag.forcefiles, NotVerified
    ):
        bring_to_now([RESULTS, *map(Path, MARKER)])
        workflow.dag.forcefiles = NotVerified(workflow.dag.forcefiles)
    return []


# Of a rule with wildcards that `--until` names, Snakemake 9 forgets the missing files once the
# checkpoint has ended, and says that nothing is to be done; not of a rule that is a target.
def and_what_until_names(_):
    """Return no files; called before Snakemake looks at which are missing."""
    named = {rule for rule in workflow.rules if rule.name in workflow.dag.untilrules}
    workflow.dag.targetrules = workflow.dag.targetrules | named
    return []
