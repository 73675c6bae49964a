"""A cluster's run: the profile for Slurm knows all steps of a study, and nobody says --cores."""

import yaml

from forked_snakemake import run_snakemake
from places import ROOT
from prgbench.robustness import ROBUSTNESS
from workflow_project import Project


def test_no_rule_has_a_group_and_those_with_resources_are_there(tmp_path):
    profile = yaml.safe_load((ROOT / "profiles" / "slurm" / "profile.yaml").read_text())
    assert "groups" not in profile
    project = Project(tmp_path / "project", parts=tuple(part.name for part in ROBUSTNESS))
    assert set(profile["set-resources"]) <= {*project.jobs()}


def test_the_graph_is_drawn_without_a_number_of_cores(tmp_path):
    project = Project(tmp_path / "project")
    arguments = project.arguments("--rulegraph")
    place = arguments.index("--cores")
    del arguments[place : place + 2]
    status, output = run_snakemake(arguments, [str(project.code / "src")], project.folder)
    assert status == 0
    assert "digraph snakemake_dag" in output
