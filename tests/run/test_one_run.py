import subprocess
import sys

import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.run.job import hold

HOLD = """
import sys
from pathlib import Path
from prgbench.run.job import hold
hold(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_folder_is_held_until_the_process_ends(tmp_path):
    folder = tmp_path / "results"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as other:  # fmt: skip
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(PrgbenchError, match=rf"Another run works on {folder}: wait"):
            hold(folder)
        other.kill()
        other.wait()
    hold(folder)
