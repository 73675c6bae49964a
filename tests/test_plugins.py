"""The example packages are installed and used; two names that are one are a sentence."""

import shutil
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import numpy as np
import pytest

from places import ROOT
from prgbench import PrgbenchError, metrics
from prgbench.run import plugins
from prgbench.run.fingerprint import plugins_fingerprint
from prgbench.sources.by_name import source_of
from prgbench.sources.tasks import TaskQuery
from prgbench.study.measures import load_measures
from prgbench.study_file import read_study
from tables_of_predictions import long_table

EXAMPLES = sorted(path.parent for path in (ROOT / "examples").glob("*/pyproject.toml"))
NETWORK = {"server": "https://www.openml.org", "connections": 1, "requests_per_second": 1.0}


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Install the examples into a folder, as pip does without a network."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    options = ["--disable-pip-version-check", "--no-index", "--target", str(folder)]
    subprocess.run([*pip, *options, *map(str, EXAMPLES)], check=True, timeout=300)
    return folder


@pytest.fixture
def used(installed, tmp_path, monkeypatch):
    """Put a copy of the installed packages on Python's path, where they can be changed."""
    folder = tmp_path / "packages"
    shutil.copytree(installed, folder)
    monkeypatch.syspath_prepend(str(folder))
    plugins.plugins.cache_clear()
    yield folder
    plugins.plugins.cache_clear()


def second_package(folder: Path, group: str, name: str) -> None:
    info = folder / "other-2.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 2.0\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{name} = pathlib:Path\n")
    plugins.plugins.cache_clear()


@pytest.mark.usefixtures("used")
def test_there_is_an_example_of_each_group():
    for group in (plugins.MEASURES, plugins.SOURCES):
        [entry] = entry_points(group=group)
        assert plugins.package_of(entry) in {folder.name for folder in EXAMPLES}


@pytest.mark.usefixtures("used")
def test_a_measure_is_known_by_its_name(tmp_path):
    labels = np.arange(20) < 4
    scores = -np.arange(20.0)
    assert metrics.evaluate(labels, scores, "lift") == 5.0  # two positives of two; .2
    assert metrics.evaluate(labels, np.zeros(20), "lift") == 1.0
    assert [measure.label for measure in load_measures(["auroc", "lift"])] == [
        *("AUROC", "lift at 10%")
    ]
    assert "lift" not in metrics.measures()
    with pytest.raises(ValueError, match=r"Did you mean lift\?"):
        metrics.get_measure("lft")
    (tmp_path / "mine.yaml").write_text("title: Mine\narchive: demo\nmeasures: [auroc, lift]\n")
    assert read_study(tmp_path, "mine").measures == ("auroc", "lift")


@pytest.mark.usefixtures("used")
def test_a_source_reads_what_stands_behind_its_name(tmp_path):
    lines = tmp_path / "mine.jsonl"
    long_table(2, 3).to_json(lines, orient="records", lines=True)
    source = source_of(f"jsonl:{lines}", tmp_path / "resources", **NETWORK)
    listing = source.tasks(TaskQuery())
    assert len(listing.tasks) == 2
    assert [len(runs) for _, runs in source.candidate_runs(listing.tasks)] == [3, 3]
    with pytest.raises(PrgbenchError, match=r"no.jsonl does not exist"):
        source_of("jsonl:no.jsonl", tmp_path, **NETWORK)


def test_a_name_of_ours_can_not_be_hidden(used):
    second_package(used, plugins.MEASURES, "auroc")
    assert metrics.get_measure("auroc").label == "AUROC"
    with pytest.raises(
        PrgbenchError, match=r"The package other calls one of its .*'auroc'.*rename"
    ):
        metrics.get_measure("lift")


def test_two_packages_with_one_name_are_a_sentence(used):
    second_package(used, plugins.SOURCES, "jsonl")
    with pytest.raises(
        PrgbenchError, match=r"packages other and prgbench-jsonl both have 'jsonl'"
    ):
        source_of("jsonl:mine.jsonl", used, **NETWORK)


def test_what_can_not_be_imported_or_makes_no_source_is_a_sentence(used):
    second_package(used, plugins.SOURCES, "other")
    with pytest.raises(
        PrgbenchError, match=r"pathlib:Path of the package other does not return a source"
    ):
        source_of("other:mine", used, **NETWORK)
    (used / "prgbench_lift.py").write_text("import no_such_module\n")
    sys.modules.pop("prgbench_lift", None)
    with pytest.raises(
        PrgbenchError, match=r"prgbench_lift:LIFT of the package prgbench-lift can't"
    ):
        metrics.get_measure("lift")


def test_code_and_version_of_a_package_count_in_the_fingerprint(used, tmp_path):
    def now():
        plugins.plugins.cache_clear()
        return plugins_fingerprint(plugins.chosen_plugins(plugins.MEASURES, ["lift"]), tmp_path)

    first = now()
    code = used / "prgbench_lift.py"
    code.write_text(code.read_text().replace("SHARE = 0.1", "SHARE = 0.2"))
    second = now()
    metadata = used / "prgbench_lift-1.0.dist-info" / "METADATA"
    metadata.write_text(metadata.read_text().replace("Version: 1.0", "Version: 1.1"))
    assert len({first, second, now()}) == 3
    assert plugins_fingerprint([], tmp_path) == ""
