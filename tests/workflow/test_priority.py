"""What runs first where there are fewer cores than jobs."""

import re

from workflow_project import Project


def test_all_chunks_are_fetched_before_any_is_scored(tmp_path):
    project = Project(tmp_path / "project", cores=1, chunks=4)
    output = project.run("--verbose", "results/test/models.parquet")
    rules = re.findall(r"^(?:local)?rule (\w+):", output, re.MULTILINE)
    assert rules == ["plan"] + ["fetch"] * 4 + ["evaluate"] * 4 + ["rank"]


def test_what_has_come_is_scored_while_more_is_fetched(tmp_path):
    project = Project(tmp_path / "project", cores=2, chunks=4)
    output = project.run("results/test/models.parquet", "--verbose", "--resources", "fetching=1")
    rules = re.findall(r"^(?:local)?rule (\w+):", output, re.MULTILINE)
    assert rules.index("evaluate") < len(rules) - rules[::-1].index("fetch") - 1
