"""The library and `compare` where there are neither forks nor UTF-8, as on Windows.

One process runs what follows under `other_platform/sitecustomize.py`; CI has the real ones.
"""

import json
import os
import subprocess
import sys

import pytest

from places import ROOT
from tables_of_predictions import long_table

SETTINGS = {
    "comparison": {"resamples": 100, "replicates": 4, "splits": 2},
    "figures": {"formats": ["png"]},
}
# Without `if __name__ == "__main__"`, as users write it: another process must not run it again.
SCRIPT = """\
import os, sys

assert not hasattr(os, "fork")
from prgbench import metrics
from prgbench.command_line import main
from prgbench.direct import study_run

print("started")
for name in ("auroc", "aupr", "auprg"):
    assert getattr(metrics, f"{name}_score")([0, 1] * 20, range(40)) == metrics.evaluate(
        [0, 1] * 20, range(40), name
    )
    interval = metrics.confidence_interval([0, 1] * 20, range(40), name)
    assert interval.low < interval.estimate < interval.high
study_run.FEW_PREDICTIONS = 0
sys.exit(main([
    "compare", "größe.csv", "心.parquet", "--out", "Möller 心/report", "--title", "Größe ≥ 心",
    "--measures", "aupr", "auroc", "--settings", "settings.yaml", "--jobs", "2",
]))
"""


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    folder = tmp_path_factory.mktemp("with space ä")
    table = long_table(2, 3).replace({"model": {"model-0": "Bäume ≥ 心"}})
    first = table["dataset"] == table["dataset"].iloc[0]
    table[first].to_csv(folder / "größe.csv", index=False, encoding="utf-8-sig")
    table[~first].to_parquet(folder / "心.parquet")
    (folder / "settings.yaml").write_text(json.dumps(SETTINGS), encoding="utf-8")
    (folder / "script.py").write_text(SCRIPT, encoding="utf-8")
    (folder / "temporary ü").mkdir()
    path = [ROOT / "tests" / "other_platform", ROOT / "src", *filter(None, sys.path)]
    variables = {
        "PYTHONPATH": os.pathsep.join(map(str, path)),
        "PYTHONIOENCODING": "cp1252",
        # Windows has locks of its own, and a way to count the processors.
        "PYTHONWARNINGS": "ignore:only soft file lock:UserWarning",
        "LOKY_MAX_CPU_COUNT": "2",
        "TMPDIR": str(folder / "temporary ü"),
    }
    process = subprocess.run(
        [sys.executable, "script.py"],
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        check=False,
        timeout=400,
    )
    return folder, process


def test_metrics_readers_and_compare_work_in_two_processes(done):
    folder, process = done
    assert process.returncode == 0, process.stderr.decode("cp1252")
    said = process.stdout.decode("cp1252")
    assert said.count("started") == 1
    assert process.stderr == b""
    assert "The page: " in said
    answer = json.loads((folder / "Möller 心" / "report" / "answer.json").read_bytes())
    assert (answer["study"], answer["tasks"], answer["models"]) == ("Größe ≥ 心", 2, 6)


def test_pages_are_in_utf_8_and_name_what_the_tables_name(done):
    folder, _ = done
    page = folder / "Möller 心" / "report" / "report" / "index.html"
    assert "Größe ≥ 心" in page.read_bytes().decode("utf-8")


def test_nothing_stays_in_the_temporary_folder(done):
    folder, _ = done
    assert [path.name for path in (folder / "temporary ü").iterdir()] == []
