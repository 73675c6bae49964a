import logging
import os
from pathlib import Path

import pytest
from snakemake_interface_logger_plugins.common import LogEvent

from prgbench.run.disk_errors import NO_ROOM
from snakemake_logger_plugin_prgbench import ending
from snakemake_logger_plugin_prgbench.ending import GOES_ON, Ending

CALLED = (
    'RuleException:\nCalledProcessError in file "fetch.smk", line 4:\n'
    "Command 'python fetch.py' {how}."
)


def record(text="", level=logging.INFO, **fields):
    made = logging.LogRecord("snakemake", level, "", 0, text, None, None)
    vars(made).update(fields)
    return made


def job_error(log, jobid=1, rule="fetch"):
    return record(
        level=logging.ERROR, event=LogEvent.JOB_ERROR, jobid=jobid, rule_name=rule, log=[str(log)]
    )


def lines_after(*records):
    heard = Ending()
    for one in records:
        heard.hear(one)
    return list(heard.lines())


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "job.log"
    path.write_text("2026-01-01 begin\n2026-01-01 stopped: The file x is missing.\n")
    return path


WITHOUT_A_WORD = "The rule fetch ended before it could say why: see what it printed above."


def test_nothing_is_said_of_a_run_that_succeeds():
    assert lines_after(record("Finished"), record("Complete log(s): /x/run.log")) == []


def test_a_jobs_sentence_comes_last_and_once(log):
    error = record(CALLED.format(how="returned non-zero exit status 1"), logging.ERROR)
    final = record("Exiting because a job execution failed. Look above", logging.ERROR)
    hint = record("Complete log(s): /x/run.log")
    assert lines_after(error, job_error(log), error, job_error(log, 2), final, hint) == [
        "The log of this run: /x/run.log",
        "prgbench: The file x is missing.",
    ]


def test_a_result_that_is_write_protected_is_named():
    error = record(
        "ProtectedOutputException in rule rank in file evaluate.smk, line 33:\n"
        "Write-protected output files for rule rank:\n    output: a.csv, b.csv\n"
        "    affected files:\n        b.csv",
        logging.ERROR,
    )
    assert lines_after(error) == [
        "prgbench: b.csv can't be read or written (it is write-protected): change its permissions "
        "or those of its folder, or use another folder."
    ]


def test_a_log_of_an_earlier_run_is_no_reason(log):
    os.utime(log, (1, 1))
    started = record(event=LogEvent.JOB_STARTED, jobs=[1])
    assert lines_after(started, job_error(log)) == [f"prgbench: {WITHOUT_A_WORD}"]


KILLED = (
    "The rule fetch was killed, perhaps for lack of memory: start again with fewer --cores; "
    "finished work is kept."
)


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("returned non-zero exit status 28", NO_ROOM),
        ("died with <Signals.SIGKILL: 9>", KILLED),
        ("died with <Signals.SIGABRT: 6>", KILLED),
        ("returned non-zero exit status 127", KILLED),
        ("returned non-zero exit status 137", KILLED),
        ("died with <Signals.SIGTERM: 15>", WITHOUT_A_WORD),
        ("returned non-zero exit status 143", WITHOUT_A_WORD),
    ],
)
def test_a_job_that_could_not_write_why(tmp_path, how, sentence):
    error = record(CALLED.format(how=how), logging.ERROR)
    assert lines_after(error, job_error(tmp_path / "none")) == [f"prgbench: {sentence}"]


def test_snakemakes_errors_are_one_line():
    text = "MissingInputException in rule x:\nMissing input files:\n    a.csv"
    assert lines_after(record(text, logging.ERROR)) == [
        "prgbench: Snakemake: MissingInputException in rule x: Missing input files: a.csv"
    ]


def test_missing_files_are_named_with_the_archive_that_may_be_meant(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my data").mkdir()
    text = (
        "MissingInputException in rule plan in file x.smk, line 1:\n"
        "Missing input files for rule plan:\n    output: p.json\n    affected files:\n"
        "        my data/archive.json\n        OpenLM/archive.json\n        OpenLM/runs.csv"
    )
    assert lines_after(record(text, logging.ERROR)) == [
        "prgbench: The workflow reads my data/archive.json, OpenLM, which is missing: put it "
        "back, or correct the study file if it names another. Did you mean openml?"
    ]


def test_missing_files_are_named_with_the_key_that_names_them(monkeypatch):
    keys = {Path("there"): "`archive` in s.yaml", Path("p/plan.json"): "`plan` in s.yaml"}
    monkeypatch.setattr(ending, "KEYS", keys)
    text = (
        "Missing input files for rule plan:\n    output: p.json\n    affected files:\n"
        "        there/archive.json\n        there/runs.csv\n        p/plan.json\n        x.csv"
    )
    assert lines_after(record(text, logging.ERROR)) == [
        "prgbench: The workflow reads there (`archive` in s.yaml), p/plan.json (`plan` in "
        "s.yaml), x.csv, which is missing: put it back, or correct the study file if it names "
        "another."
    ]


def test_a_full_disk_is_said_once_however_many_found_it(log):
    log.write_text("x stopped: The disk is full ([Errno 28] x.csv): make room.\n")
    metadata = record("WorkflowError:\n[Errno 28] No space left on device", logging.ERROR)
    assert lines_after(job_error(log), metadata) == [
        "prgbench: The disk is full ([Errno 28] x.csv): make room."
    ]
    assert lines_after(metadata, metadata) == [f"prgbench: {NO_ROOM}"]


def test_an_outage_is_said_once_however_many_jobs_it_stopped(log):
    outage = "x stopped: https://a.b does not answer run/{} (HTTP 503; not since 12:0{}): later.\n"
    alone = "x stopped: https://a.b does not answer run/7 as OpenML does (HTTP 500): later.\n"
    stopped = []
    for number, text in enumerate([outage.format(1, 1), outage.format(2, 3), alone]):
        own = log.with_name(f"{number}.log")
        own.write_text(text)
        stopped.append(job_error(own, number))
    assert [line for line in lines_after(*stopped) if line.startswith("prgbench: ")] == [
        "prgbench: https://a.b does not answer run/1 (HTTP 503; not since 12:01): later.",
        "prgbench: https://a.b does not answer run/7 as OpenML does (HTTP 500): later.",
    ]


def test_whoever_interrupts_knows_why(log):
    stopping = record("Terminating processes on user request, this might take some time.")
    assert lines_after(stopping, job_error(log)) == [GOES_ON]


def test_the_jobs_at_work_are_known(log):
    heard = Ending()
    heard.hear(record(event=LogEvent.JOB_STARTED, jobs=[1, 2, 3]))
    heard.hear(record(event=LogEvent.JOB_FINISHED, job_id=2))
    heard.hear(job_error(log, 3))
    assert heard.running == {1}


def test_a_misspelt_target_is_answered_with_the_nearest(monkeypatch):
    monkeypatch.setattr(ending, "TARGETS", ["plan", "theory"])
    said = "MissingRuleException:\nNo rule to produce {} (if you use input functions make sure)."
    for target, answer in {
        "plann": "There is no target plann. Did you mean plan?",
        "xyz": "There is no target xyz. `snakemake --list-rules` lists them all.",
    }.items():
        assert lines_after(record(said.format(target), logging.ERROR)) == [f"prgbench: {answer}"]
    of_file = lines_after(record(said.format("results/x.csv"), logging.ERROR))
    assert of_file[0].startswith("prgbench: Snakemake: MissingRuleException")


def test_a_target_after_the_settings_is_one_sentence():
    text = (
        "Traceback (most recent call last):\n  File ...\nValueError: Invalid config definition: "
        "Config entries have to be defined as name=value pairs. (Unparsable value: 'plan')"
    )
    assert lines_after(record(text, logging.ERROR)) == [
        "prgbench: plan stands after --config, which takes settings such as study=demo: put "
        "targets before it (snakemake --cores 8 plan --config study=demo)."
    ]


def test_a_key_of_a_section_after_config_is_one_sentence():
    text = (
        "Traceback (most recent call last):\n  File ...\nValueError: Invalid config definition: "
        "Config entry must start with a valid identifier."
    )
    assert lines_after(record(text, logging.ERROR)) == [
        "prgbench: A setting after --config has a name with a dot or another mark: only those of "
        "config/config.yaml stand there, such as study=demo; write those of a study into its file "
        "in config/studies/."
    ]


def test_a_file_in_place_of_a_folder_is_named_without_a_traceback():
    text = "Traceback (most recent call last):\nOSError: [Errno 20] Not a directory: 'results/a'"
    [line] = lines_after(record(text, logging.ERROR))
    assert line.startswith("prgbench: results/a can't be read or written (Not a directory)")
