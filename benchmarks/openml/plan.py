"""Times the planning of a large study against a local server in another process.

Our own time is the processor time of the planning process; the server's does not count. Run by
``make bench-openml``.
"""

import argparse
import re
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from prgbench.sources.openml.source import OpenMLSource
from prgbench.study.make_plan import make_plan
from prgbench.study.selection import Selection

SELECTION = Selection(estimation_procedures=(1, 3), min_flows=30, models=30, spares=10, seed=2015)


def main() -> None:
    """Print our own time, the whole time and the memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=905)
    parser.add_argument("--flows", type=int, default=65)
    options = parser.parse_args()
    size = [f"--tasks={options.tasks}", f"--flows={options.flows}", "--port=0", "--not-evaluated"]
    command = [sys.executable, "-m", "archive_server", *size]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = re.search(r"http://\S+", server.stdout.readline())
        assert address is not None
        with TemporaryDirectory() as folder:
            archive = OpenMLSource(Path(folder), address[0], requests_per_second=1e4)
            start, own = time.perf_counter(), time.process_time()
            plan = make_plan(archive, "benchmark", SELECTION)
            plan.write(Path(folder) / "plan.json")
            whole, own = time.perf_counter() - start, time.process_time() - own
    finally:
        server.kill()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    assert len(plan.tasks) == options.tasks
    sys.stdout.write(
        f"plan of {options.tasks} tasks x {options.flows} flows: own time {own:.1f} s, "
        f"with the server's {whole:.1f} s, at most {memory:.0f} MB\n"
    )


if __name__ == "__main__":
    main()
