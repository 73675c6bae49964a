# What the rules share: the study, its source and the places of its files.

import atexit
import gc
from contextlib import ExitStack
from dataclasses import asdict
from functools import cache, partial
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

from snakemake.settings.enums import RerunTrigger

# What is imported stays: the collector would look at all of it again and again.
gc.disable()
from prgbench.pipeline.artifacts import ARTIFACTS, path_of
from prgbench.pipeline.jobs import (
    EVERY_SCRIPT,
    FORKED,
    fingerprint_of,
    imported_by,
    inputs,
    made_for,
    outputs,
    settings_of,
    settings_of_job,
    stages_of,
)
from prgbench.pipeline.stages import JOBS
from prgbench.sources.by_name import plugin_of, source_of
from prgbench.run.errors import one_sentence
from prgbench.run.plugins import MEASURES, chosen_plugins
from prgbench.run.fingerprint import (
    FOLDERS,
    OWN,
    notebook_fingerprint,
    own_code_fingerprint,
    plugins_fingerprint,
    script_fingerprint,
)
from prgbench.run.files import bring_to_now, check_places, remove_irregular
from prgbench.run.fork_server import fork_server
from prgbench.run.job import held_by_another
from prgbench.run.job_settings import (
    JobSettings,
    renew,
    settings_file,
    tell_why_again,
)
from prgbench.run.printing import say
from prgbench.run.result_findings import check_plan
from prgbench.run.result_records import StudyResults, settings_digest
from prgbench.second_opinion import listing, opinion
from prgbench.second_opinion.records import opinions_for_now, state_of_opinions
from prgbench.plotting.drawn import labels_of
from prgbench.study.missing_files import to_request_again
from prgbench.study.measures import own_modules
from prgbench.study.chunks import MOST_CHUNKS, chunks_with_tasks
from prgbench.study.plan import Plan, lacks_tasks
from prgbench.study.plan_text import missing_tasks

RESOURCES = Path("resources")

with one_sentence():
    from prgbench.study.config import check_run
    from prgbench.study_file import read_study

    RUN = check_run(config, "config/config.yaml or --config")
    STUDY = read_study(Path("config/studies"), RUN.study)
    STUDY_FILE = f"config/studies/{RUN.study}.yaml"
    NETWORK = RUN.network.as_params()
    SOURCE = source_of(**STUDY.source, resources=RESOURCES, **NETWORK)
    if STUDY.second_opinion:
        from prgbench.second_opinion.readers import check_can_be_read

        check_can_be_read(SOURCE)

gc.freeze()
gc.enable()

# The content of the archive is a parameter of what reads it; the times of its files say nothing.
SOURCE_STATE = SOURCE.state
FILES = SOURCE.files
STORE = {"folder": str(SOURCE.bundles), "repeats": STUDY.repeats}
FACTS = asdict(STUDY.facts(SOURCE.label, openml=SOURCE.has_pages))
RESULTS = Path("results") / RUN.study
PLAN = RESULTS / "plan"
TABLES = RESULTS / "tables"
FIGURES = RESULTS / "figures"
LOGS = RESULTS / "logs"
with one_sentence():
    check_places([LOGS, RESOURCES])
ENDINGS = [*STUDY.figures.formats, "md", "csv"]
OPINION = RESULTS / opinion.RECORD
OPINION_TABLE = RESULTS / opinion.TABLE
LISTING = [RESULTS / listing.RECORD] if SOURCE.lists_runs else []
# Unless the study asks for it, a parameter of the pages, not an input: else new models would ask
# for a new opinion.
SETTINGS = settings_of(RUN.study, STUDY, FACTS, STORE, RESULTS) | {
    "second_opinion": (
        "asked for" if STUDY.second_opinion else state_of_opinions(RESULTS)
    )
}
GROUPS = [
    TABLES / group for group in ("answer", "robustness") if SETTINGS[f"{group}_options"]
]
CHUNKS = [f"{number:03d}" for number in range(STUDY.chunks or MOST_CHUNKS)]


wildcard_constraints:
    chunk="[0-9]+",


with one_sentence():
    OF_MEASURES = own_code_fingerprint(
        own_modules(STUDY.measures), Path.cwd(), STUDY.depends
    )
OF_MEASURES += plugins_fingerprint(chosen_plugins(MEASURES, STUDY.measures), Path.cwd())
OF_SOURCE = plugins_fingerprint(filter(None, [plugin_of(STUDY.archive)]), Path.cwd())
# The code of the user and of other packages, by rule.
OWN_CODE = {
    **dict.fromkeys(["fetch", "freeze"], OF_SOURCE),
    **dict.fromkeys([*JOBS, "figures"], OF_MEASURES),
}


def fingerprint(rule):
    """Return the checksum of the code behind a rule, that of the user and of plugins included."""
    if not INSTALLED:
        return None
    of_user = OWN_CODE.get(rule)
    return f"{fingerprint_of(rule)}{f'{OWN}{of_user}' if of_user else ''}"


# Snakemake finds the scripts of a module that comes from a git repository.
def fingerprint_of_script(script, *loaded):
    """Return the checksum of the code behind a script, and of modules that it loads by name."""
    path = Path(workflow.source_path(f"../scripts/{script}"))
    return script_fingerprint(path.parent, path.name, *loaded) if INSTALLED else None


# Most jobs take less time to work than to import what they need.
def start_jobs_as_forks():
    """Have Snakemake start scripts as forks of one process, until it ends."""
    needed = {job.rule.name for job in workflow.dag.needrun_jobs()}
    # What a checkpoint leads to is known only after it.
    if "chunks" in needed:
        needed |= {"fetch", *JOBS}
    modules = [imported_by(rule, type(SOURCE)) for rule in FORKED if rule in needed]
    # Jobs wait for what the first rule needs, and import for themselves what is not there yet.
    first = [*EVERY_SCRIPT, *chain(*modules[:1])]
    stack = ExitStack()
    atexit.register(stack.close)
    sys.executable = stack.enter_context(fork_server(first, [*chain(*modules[1:])]))


# Where the number of chunks depends on the plan, the jobs are known when it is there.
def of_chunks(pattern):
    """Return the files of all chunks."""
    if STUDY.chunks:
        return expand(pattern, chunk=CHUNKS)
    return lambda _: expand(
        pattern, chunk=chunks_with_tasks(checkpoints.chunks.get().output.chunks)
    )


# The list of stages says what a rule reads and writes; what chunks write is read of all of them.
def files_read(rule):
    """Return the files that a rule reads, by name."""
    return {
        name: (
            of_chunks(path) if ARTIFACTS[name].of_chunk and rule != "evaluate" else path
        )
        for name, path in inputs(rule, SETTINGS).items()
    }


def files_written(rule):
    """Return the files that a rule writes, by name."""
    return {
        name: directory(path) if ARTIFACTS[name].is_folder else path
        for name, path in outputs(rule, SETTINGS).items()
    }


def names_of_stages(rule):
    """Return the names of the stages that a rule runs."""
    return [stage.name for stage in stages_of(rule, SETTINGS)]


def expected(name, record):
    """Return the settings and the code that the record of a result would have now."""
    if not workflow.is_rule(record.rule):
        return "of a rule of another version", None
    by = workflow.get_rule(record.rule)
    if "chunk" not in record.wildcards and str(RESULTS / name) not in map(
        str, by.output
    ):
        return record.settings, record.code
    params = dict(by.params.items())
    wildcards = SimpleNamespace(**record.wildcards)
    return settings_digest(params, wildcards), params.get("code")


def drawn_for_now(plan):
    """Say whether a plan was drawn with the settings of now; one that does not tell may be."""
    return Plan.read_head(plan).made_for in ("", made_for(rules.plan.params))


RECORDED = StudyResults(
    RESULTS, expected, drawn_for_now, checksum_of=SOURCE.checksums.of
)
with one_sentence():
    check_plan(StudyResults(RESULTS))


def tasks_not_answered_for():
    """Say which tasks of the plan are left out for now, "" if none or if it was drawn elsewhere."""
    path = PLAN / "plan.json"
    if STUDY.plan or not path.exists():
        return ""
    # Most plans lack none, and reading a large one takes a while.
    if not lacks_tasks(path) or SOURCE.plan:
        return ""
    return missing_tasks(Plan.read(path))


def job_of(path):
    """Return the rule and the chunk of the job that makes a file; None if no rule makes it."""
    # By the names of here: in a workflow that uses this one as a module, they have a prefix.
    for name in WITH_SETTINGS:
        for output in getattr(rules, name).rule.output:
            if found := output.match(str(path)):
                return name, found.groupdict().get("chunk", "")
    return None


def results_to_make_again():
    """Return why results are to be made again, by their paths."""
    by_settings = RerunTrigger.PARAMS in workflow.rerun_triggers
    again = {
        RESULTS / name: why
        for name, why in RECORDED.to_make_again(stale=by_settings).items()
    }
    later = [
        *to_request_again((RESULTS / "fetch").glob("*.json"), again=RUN.again),
        *opinions_for_now(RESULTS, again=RUN.again),
    ]
    again |= {path: f"{path.name} lacks what did not come" for path in later}
    if RUN.again and tasks_not_answered_for():
        again[PLAN / "plan.json"] = "plan.json lacks what did not come"
    # Without the files of a checkpoint, Snakemake looks at no job that depends on it.
    if again and not all(Path(file).exists() for file in rules.chunks.output):
        again[PLAN / "taken.json"] = "the parts of the plan are missing"
    return again


@cache
def look_at_results():
    """Bring the settings of all jobs up to date, once for each run."""
    if not workflow.is_main_process or held_by_another(RESULTS):
        return
    # Only here, as Snakemake knows whether a run is dry once all rules are read.
    for removed in remove_irregular(
        [RESULTS, SOURCE.store, SOURCE.bundles], dry_run=workflow.dryrun
    ):
        say(f"{removed} was no file, so it was removed.")
    bring_to_now([RESULTS, *FILES])
    reasons = {}
    for path, why in results_to_make_again().items():
        reasons.setdefault(job_of(path), []).append(why)
    reasons.pop(None, None)
    if workflow.dryrun:
        tell_why_again(reasons, say)
    for name in WITH_SETTINGS:
        maker = getattr(rules, name)
        of_chunks_alone = any("{chunk}" in output for output in maker.output)
        now = JobSettings.of(dict(maker.params.items()))
        for chunk in CHUNKS if of_chunks_alone else [""]:
            made = [str(output).replace("{chunk}", chunk) for output in maker.output]
            renew(
                settings_file(RESULTS, name, chunk),
                now,
                made=RECORDED.renewed(made),
                because=reasons.get((name, chunk), []),
                by_settings=RerunTrigger.PARAMS in workflow.rerun_triggers,
            )


WITH_SETTINGS = []


# What a job is made from besides its inputs is an input, too: content decides what runs again, not
# what Snakemake remembers. Its file is written when Snakemake asks for it, before it looks at times.
def settings_input(rule):
    """Return the function that gives a rule the file of its settings."""
    WITH_SETTINGS.append(rule)

    def file(wildcards):
        # Where Snakemake is alone, as in a catalog, the rules can only be drawn.
        if not INSTALLED:
            return []
        with one_sentence():
            look_at_results()
        return settings_file(RESULTS, rule, wildcards.get("chunk", ""))

    return file
