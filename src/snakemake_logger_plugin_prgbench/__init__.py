"""What `snakemake` itself prints of a run: at the end why it stopped; the rest is logged.

Snakemake finds packages of this name, and profiles/ choose it by `logger: prgbench`. Jobs print
their progress themselves. With `--verbose` everything is printed as usual, in dry runs all but
what stops them.
"""

import logging
import sys
from logging import ERROR, WARNING, LogRecord

from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent

from prgbench.run.job import INTERRUPTED
from prgbench.run.printing import say
from snakemake_logger_plugin_prgbench.ending import GOES_ON, Ending

_FOR_PEOPLE = ("Nothing to be done", "Will exit after finishing currently running jobs")


class LogHandler(LogHandlerBase):
    """Prints the messages of Snakemake that people need, and at the end why a run stopped."""

    writes_to_stream = True
    writes_to_file = False  # Snakemake keeps its own log
    has_filter = True  # it needs all messages, to know of failures
    has_formatter = True
    needs_rulegraph = False

    def __post_init__(self) -> None:
        """Begin with nothing heard."""
        # Snakemake imports this module while its own logging is not complete.
        from snakemake.logging import ColorizingTextHandler, DefaultFilter, DefaultFormatter

        # On a full disk Snakemake's log has no room for its messages; that is no news.
        logging.raiseExceptions = False
        given = self.common_settings
        self._ending = Ending()
        self._verbose = given.verbose
        self._dry_run = given.dryrun
        self._early: list[LogRecord] = []
        self._stopped: set[str] = set()
        self._printed: set[str] = set()
        self._running = False
        self._told = False
        self._as_snakemake = ColorizingTextHandler(
            given.nocolor,
            sys.stdout if given.stdout else sys.stderr,
            DefaultFormatter(given.quiet, given.show_failed_logs),
            DefaultFilter(
                given.quiet, given.debug_dag, given.verbose, given.dryrun, given.printshellcmds
            ),
        )

    def emit(self, record: LogRecord) -> None:
        """Print, keep or drop a message."""
        self._ending.hear(record)
        event = getattr(record, "event", None)
        # What stops a dry run is said at the end, as for a run, not as a traceback.
        if self._verbose or (self._dry_run and record.levelno < ERROR):
            self._as_snakemake.handle(record)
        elif record.levelno >= ERROR:
            self._early.clear()
            if event == LogEvent.JOB_ERROR and self._ending.running:
                self._others_go_on(vars(record)["rule_name"])
        elif event == LogEvent.WORKFLOW_STARTED:
            self._running = True
            self._early.clear()
        elif record.levelno >= WARNING or record.getMessage().startswith(_FOR_PEOPLE):
            self._once(record)
        elif not self._running:
            # The user may have asked for these messages, as with --lint.
            self._early.append(record)

    def _others_go_on(self, rule: str) -> None:
        if rule not in self._stopped:
            self._stopped.add(rule)
            say(f"A job of the rule {rule} has stopped; jobs that do not need it go on.")

    def _once(self, record: LogRecord) -> None:
        if record.getMessage() not in self._printed:
            self._printed.add(record.getMessage())
            self._as_snakemake.handle(record)

    def close(self) -> None:
        """Print the messages of a command without a run, or why the run stopped."""
        super().close()
        if self._told:
            return
        self._told = True
        thrown = sys.exc_info()[0]
        # An exception, such as a sentence of the Snakefile, leaves nothing else to say.
        if thrown is None:
            for record in self._early:
                self._as_snakemake.handle(record)
        for line in self._ending.lines():
            say(line)
        if thrown is KeyboardInterrupt:
            say(GOES_ON)
            raise SystemExit(INTERRUPTED)
