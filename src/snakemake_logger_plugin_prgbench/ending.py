"""Why a run stopped, from Snakemake's messages and the logs of its jobs."""

import re
from collections.abc import Iterator, Mapping
from errno import EACCES
from logging import ERROR, LogRecord
from pathlib import Path
from typing import Any

from snakemake_interface_logger_plugins.common import LogEvent

from prgbench.run.disk_errors import DISK_IS_FULL, NO_ROOM, full_disk, not_allowed
from prgbench.run.errors import did_you_mean
from prgbench.run.job import why_stopped
from prgbench.run.safe_text import plain

GOES_ON = "Interrupted: the same command continues from here."

TARGETS: list[str] = []
"""The targets of the workflow by name, which the Snakefile lists."""

KEYS: dict[Path, str] = {}
"""Which key of which file names a path that the workflow reads, as the Snakefile lists."""

ARCHIVE_MARKER = "archive.json"
"""What every archive in a folder has."""

ARCHIVES = ("openml", "demo")
"""The archives that are called by a name, not by a path."""

_MISSING = re.compile(
    r"Missing input files for rule .*affected files:\n([^\n]*(?:\n +[^\n]*)*)", re.DOTALL
)
_PROTECTED = re.compile(
    r"Write-protected output files for rule .*affected files:\n +([^\n]+)", re.DOTALL
)
_NO_TARGET = re.compile(r"MissingRuleException:\s+No rule to produce ([^\s/]+) \(")
_NO_FILE = re.compile(r"MissingRuleException:\s+No rule to produce (results/([^\s/]+)/\S+) \(")
_NO_SETTING = re.compile(r"defined as name=value pairs.*\(Unparsable value: '([^'\n]*)'\)")
_DOTTED_SETTING = "Invalid config definition: Config entry must start with a valid identifier"
_LOG = "Complete log(s): "
_INTERRUPTED = ("Terminating processes on user request", "Will exit after finishing")
_OF_JOBS = (
    "RuleException:\nCalledProcessError",
    "Exiting because a job execution failed",
    "WorkflowError:\nAt least one job did not complete successfully",
)
_OS_ERROR = re.compile(r"\[Errno (\d+)\] ([^:\n]+): '([^'\n]+)'")
_SAME = re.compile(r"The disk is full|\S+ does not answer (?=.*; not since )")
"""How sentences begin that say the same, each of its own job: the first is enough."""
_KILLED = re.compile(r"SIG(KILL|ABRT|SEGV|BUS)|exit status (127|134|135|137|139)\.")
_LONGEST = 1000


class Ending:
    """Hears the messages of a run and says why it stopped.

    Attributes
    ----------
    running : set of int
        The jobs at work.
    """

    def __init__(self) -> None:
        self._sentences: dict[str, str] = {}
        self._begun: dict[int, float] = {}
        self._last_exception = ""
        self._log = ""
        self._interrupted = False
        self.running: set[int] = set()

    def hear(self, record: LogRecord) -> None:
        """Take what a message says about the end."""
        text = record.getMessage()
        fields = vars(record)
        event = fields.get("event")
        if event == LogEvent.JOB_STARTED:
            self.running |= set(fields["jobs"])
            self._begun |= dict.fromkeys(fields["jobs"], record.created)
        elif event == LogEvent.JOB_FINISHED:
            self.running.discard(fields["job_id"])
        elif event == LogEvent.JOB_ERROR:
            self._job_stopped(fields)
        elif event == LogEvent.GROUP_ERROR:
            for job in fields["job_error_info"]:
                self._job_stopped(job)
        elif text.startswith(_OF_JOBS):
            self._last_exception = self._last_exception or text
        elif target := _NO_TARGET.match(text):
            rules_listed = "`snakemake --list-rules` lists them all."
            meant = did_you_mean(target[1], TARGETS) or f" {rules_listed}"
            self._add(f"There is no target {plain(target[1])}.{meant}")
        elif file := _NO_FILE.match(text):
            self._add(
                f"No rule makes {plain(file[1])} in this run: add --config "
                f"study={plain(file[2])} if it is of that study; `snakemake --summary` lists the "
                "files of the study that runs."
            )
        elif setting := _NO_SETTING.search(text):
            word = plain(setting[1])
            self._add(
                f"{word} stands after --config, which takes settings such as study=demo: put "
                f"targets before it (snakemake --cores 8 {word} --config study=demo)."
            )
        elif _DOTTED_SETTING in text:
            self._add(
                "A setting after --config has a name with a dot or another mark: only those of "
                "config/config.yaml stand there, such as study=demo; write those of a study into "
                "its file in config/studies/."
            )
        elif missing := _MISSING.search(text):
            self._add(_missing_sentence(missing[1].splitlines()))
        elif protected := _PROTECTED.search(text):
            error = PermissionError(EACCES, "it is write-protected", protected[1].strip())
            self._add(not_allowed(error) or text)
        elif record.levelno >= ERROR:
            self._add(_sentence_of(text))
        elif text.startswith(_LOG):
            self._log = text.removeprefix(_LOG)
        elif text.startswith(_INTERRUPTED):
            self._interrupted = True

    def lines(self) -> Iterator[str]:
        """Yield the log and each sentence once, or that the run can go on; nothing on success."""
        if self._log and (self._sentences or self._interrupted):
            yield f"The log of this run: {self._log}"
        if self._interrupted:
            yield GOES_ON
        else:
            yield from (f"prgbench: {sentence}" for sentence in self._sentences.values())

    def _job_stopped(self, job: Mapping[str, Any]) -> None:
        self.running.discard(job["jobid"])
        begun = self._begun.get(job["jobid"], 0.0)
        said = [why_stopped(log, begun) for log in map(Path, job["log"])]
        sentences = [sentence for sentence in said if sentence]
        if not sentences and not self._sentences:
            sentences = [self._without_words(job["rule_name"])]
        for sentence in sentences:
            self._add(sentence)

    def _add(self, sentence: str) -> None:
        """Take each sentence once; of those on one full disk or outage, only the first."""
        same = _SAME.match(sentence)
        self._sentences.setdefault(same[0] if same else sentence, sentence)

    def _without_words(self, rule: str) -> str:
        if f"exit status {DISK_IS_FULL}." in self._last_exception:
            return NO_ROOM
        if _KILLED.search(self._last_exception):
            return (
                f"The rule {rule} was killed, perhaps for lack of memory: start again with fewer "
                "--cores; finished work is kept."
            )
        return f"The rule {rule} ended before it could say why: see what it printed above."


def _missing_sentence(lines: list[str]) -> str:
    """Say which files are missing, each on a line of its own, and what may have been meant."""
    files = [Path(line.strip()) for line in lines if line.strip()]
    # Any other name of an archive is that of a folder.
    folders = [file.parent for file in files if file.name == ARCHIVE_MARKER]
    meant = "".join(did_you_mean(str(folder).lower(), ARCHIVES) for folder in folders)
    # Nobody who misspelt a folder knows what should have been in it.
    lost = [folder for folder in folders if not folder.exists()]
    missing = dict.fromkeys(file.parent if file.parent in lost else file for file in files)
    named = ", ".join(plain(str(path)) + _named_by(path) for path in missing)
    return (
        f"The workflow reads {named}, which is missing: put it back, or correct the study file "
        f"if it names another.{meant}"
    )


def _named_by(path: Path) -> str:
    """Say which key of a study file names a path, or the archive that it is of; "" if none."""
    key = KEYS.get(path) or KEYS.get(path.parent)
    return f" ({plain(key)})" if key else ""


def _sentence_of(text: str) -> str:
    """Return the sentence on an error of Snakemake itself, which may be that of a file."""
    if full_disk(OSError(text)):
        return NO_ROOM
    of_file = [not_allowed(OSError(int(n), *of)) for n, *of in _OS_ERROR.findall(text)]
    return next(filter(None, of_file), f"Snakemake: {plain(text, _LONGEST)}")
