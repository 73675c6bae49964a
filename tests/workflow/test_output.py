"""What a run prints: its stages, its progress, its results; or last of all why it stopped."""

import re
import shutil

import pytest

from prgbench.run.result_records import StudyResults
from workflow_project import OfServer

STAGES = [
    r"Using workflow specific profile \S+ for setting default command line arguments\.",
    r"Planning",
    r"Plan of study test \(test archive\): 4 tasks on 3 data sets, 6 flows, .*",
    r"Tasks left out: 2 not among the tasks asked for\.",
    r"If none of it is stored yet, with all parts of the comparison:",
    r"- disk: about \d+ [kM]B at the end, and up to \d+ kB more for each task .*;",
    r"- processors: about \d+ minutes, divided by the number of cores;",
    r"- memory: about \d+ MB for the job with the largest task\.",
    r"(Fetching|Evaluating) 4 tasks( \(\d done before\))?",
    r"(Fetching|Evaluating): \d of 4 tasks(, [\w.,/ ]+)?",
    r"(Counting|Ranking|Comparing|Computing|Choosing|Collecting|Drawing|Writing) [\w ]+",
]
DONE = (
    "Done. Look at results/test/, results/test/figures/, results/test/report/index.html and "
    "results/test/tables/"
)


def sentence_of(output):
    """Return the last line, which is the only one that says why the run stopped."""
    *before, last = output.splitlines()
    assert not any("prgbench: " in line for line in before), output
    assert "Traceback" not in output
    return last


def test_a_run_prints_stages_progress_and_results_alone(finished):
    *stages, last = finished.output.splitlines()
    assert last == DONE
    assert len(stages) <= 60
    for line in stages:
        assert any(re.fullmatch(stage, line) for stage in STAGES), line
    assert "Fetching: 4 of 4 tasks, 16 of 16 files" in finished.output


def test_the_rest_is_in_the_log_of_the_run(finished):
    log = min((finished.folder / ".snakemake" / "log").iterdir())
    text = log.read_text()
    assert len(re.findall(r"^localrule fetch:$", text, re.MULTILINE)) == finished.chunks
    assert "Complete log(s):" in text


def test_verbose_brings_the_rules_back(project):
    output = project.run("--verbose", "--force", "rank")
    assert "rule rank:" in output


def test_what_is_asked_for_is_printed(project):
    assert "\nrule rank:" in project.run("--dry-run", "--force", "rank")
    figures = "\nfigures (Draws all figures of the study.)\n"
    assert figures in project.run("--list-rules")
    assert "digraph snakemake_dag" in project.run("--rulegraph")
    assert "results/test/report.md\t" in project.run("--summary")
    assert "Unlocked working directory." in project.run("--unlock")


def test_a_damaged_archive_ends_with_its_sentence(project):
    (project.folder / "archive" / "tasks.csv").unlink()
    project.write(seed=2)
    assert "tasks.csv" in sentence_of(project.run(code=1))


@pytest.mark.slow
def test_an_unreachable_server_ends_with_its_sentence(project):
    project = OfServer(project.folder, settings=("server=http://127.0.0.1:1",))
    project.write()
    last = sentence_of(project.run(code=1))
    assert last.startswith("prgbench: http://127.0.0.1:1 does not answer")


def test_each_failure_of_many_jobs_is_said_once(project):
    results = StudyResults(project.results)
    for path in (project.results / "plan" / "chunks").iterdir():
        path.write_text("{}")
        results.write([path], results.record(path))
    output = project.run("results/test/models.parquet", code=1)
    lines = [line for line in output.splitlines() if line.startswith("prgbench: ")]
    assert sorted(lines) == [
        f"prgbench: results/test/plan/chunks/{chunk:03}.json is not a plan (study is missing): "
        "make it again."
        for chunk in range(project.chunks)
    ]
    assert output.splitlines()[-1] == lines[-1]


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("plann", "prgbench: There is no target plann. Did you mean plan?"),
        ("nonsense", "prgbench: There is no target nonsense. `snakemake --list-rules` lists them"),
        (
            "results/demo/figures/answer.png",
            "prgbench: No rule makes results/demo/figures/answer.png in this run: add --config "
            "study=demo if it is of that study",
        ),
        ("x/y.parquet", "prgbench: Snakemake: Missing"),
    ],
)
def test_snakemakes_own_errors_are_one_line(project, target, sentence):
    assert sentence_of(project.run(target, code=1)).startswith(sentence)


def test_a_missing_file_is_one_line(project):
    (project.folder / "config" / "figures.mplstyle").unlink()
    shutil.rmtree(project.results / "figures")
    said = sentence_of(project.run("figures", code=1))
    assert said == (
        "prgbench: The workflow reads config/figures.mplstyle, which is missing: put it back, or "
        "correct the study file if it names another."
    )


@pytest.mark.parametrize(
    ("written", "instead", "named"),
    [
        ("archive: archive", "archive: ./nothere", "nothere (`archive`"),
        ("archive: archive", "archive: nothere.zip", "nothere.zip (`archive`"),
        ("title:", "plan: nothere/plan.json\ntitle:", "nothere/plan.json (`plan`"),
    ],
)
def test_a_missing_file_is_said_with_the_key_that_names_it(project, written, instead, named):
    study = project.folder / "config" / "studies" / "test.yaml"
    study.write_text(study.read_text().replace(written, instead, 1))
    assert sentence_of(project.run("plan", code=1)) == (
        f"prgbench: The workflow reads {named} in config/studies/test.yaml), which is missing: "
        "put it back, or correct the study file if it names another."
    )


def test_a_measure_that_cannot_be_imported_is_said_with_its_file(project):
    study = project.folder / "config" / "studies" / "test.yaml"
    study.write_text(study.read_text().replace("mine:top_ten", "nothere:f"))
    assert "config/studies/test.yaml: `measures`: The measure 'nothere:f' can't be imported" in (
        project.run("--force", "rank", code=1)
    )


@pytest.mark.parametrize("arguments", [(), ("--dry-run",)])
def test_a_target_after_the_settings_is_one_line(project, arguments):
    project.settings = ("plan",)
    assert sentence_of(project.run(*arguments, code=1)) == (
        "prgbench: plan stands after --config, which takes settings such as study=demo: put "
        "targets before it (snakemake --cores 8 plan --config study=demo)."
    )


def test_a_dry_run_that_fails_ends_as_a_run_does(project):
    assert sentence_of(project.run("--dry-run", "plann", code=1)) == (
        "prgbench: There is no target plann. Did you mean plan?"
    )
