"""Serve the archive of the rehearsal: ``python benchmarks/rehearsal/serve.py --tasks 20``.

Beside OpenML's calls it answers ``/rehearsal/statistics``: how many requests and bytes of each
kind there were, and its own processor time; and ``/rehearsal/tasks``: the ids of its tasks, with
the rows that their prediction files have.
"""

import argparse
import json
import os
import sys
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import unquote, urlsplit

sys.path.append(str(Path(__file__).parents[2] / "tests"))

from archive import ServedArchive
from tasks import served_tasks

from archive_server import ArchiveServer
from archive_server.faults import Answer, send

STATISTICS = "/rehearsal/statistics"
TASKS = "/rehearsal/tasks"
KINDS = {
    "api/v1/xml/task/list": "lists of tasks",
    "api/v1/xml/evaluation/list": "lists of evaluations",
    "api/v1/xml/data": "data sets",
    "api/v1/xml/run": "run descriptions",
    "data/download": "prediction files",
}


class CountingServer(ArchiveServer):
    """A server that counts requests and bytes instead of keeping the requests."""

    def __init__(self, content: ServedArchive, port: int) -> None:
        super().__init__(content, port)
        self._requests: Counter[str] = Counter()
        self._bytes: Counter[str] = Counter()
        self._counting = threading.Lock()

    def handle(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer a request."""
        path = unquote(urlsplit(handler.path).path)
        own = {STATISTICS: self.statistics, TASKS: self.rows}
        if path in own:
            send(handler, Answer(200, json.dumps(own[path]()).encode(), "application/json"))
            return
        answer = self.routes.answer(path)
        kind = next((k for start, k in KINDS.items() if path[1:].startswith(start)), "others")
        with self._counting:
            self._requests[kind] += 1
            self._bytes[kind] += len(answer.body)
        send(handler, answer)

    def statistics(self) -> dict[str, object]:
        """Return what was asked so far, and the processor time of this process."""
        with self._counting:
            return {
                "requests": dict(self._requests),
                "bytes": dict(self._bytes),
                "cpu_seconds": time.process_time(),
            }

    def rows(self) -> dict[int, int]:
        """Return how many rows a prediction file of each task has."""
        tasks = self.content.tasks.values()
        return {task.task_id: task.n_instances * task.n_repeats for task in tasks}


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=905, help="how many tasks there are")
    parser.add_argument("--cap", type=int, default=2_000, help="the most rows of a file")
    parser.add_argument("--port", type=int, default=0, help="0 for any that is free")
    parser.add_argument(
        "--prepare", action="store_true", help="compute all AUROCs before serving, not when asked"
    )
    parser.add_argument(
        "--with-input", action="store_true", help="end when the standard input does"
    )
    options = parser.parse_args()
    archive = ServedArchive(served_tasks(options.tasks, options.cap))
    if options.prepare:
        archive.runs_of(None)
    server = CountingServer(archive, options.port)
    if options.with_input:
        threading.Thread(target=_end_with_input, daemon=True).start()
    sys.stdout.write(f"serving {options.tasks} tasks: server={server.address}\n")
    sys.stdout.flush()
    server.serve_forever()


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main()
