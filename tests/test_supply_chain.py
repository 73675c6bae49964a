"""What others can exchange is pinned: actions, packages, the image; tokens may do little."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from places import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
LOCKS = sorted(ROOT.glob("requirements*.lock"))
SIGNS = {"id-token": "write", "attestations": "write"}


def read(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def test_there_are_workflows_and_locks():
    assert [path.stem for path in WORKFLOWS] == ["audit", "ci", "release"]
    assert {path.stem for path in LOCKS} == {
        "requirements",
        "requirements-audit",
        "requirements-build",
        "requirements-cluster",
        "requirements-publish",
    }


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_by_commit_with_their_version(path):
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    assert lines
    for line in lines:
        assert re.search(r"uses: [\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line), line


def test_an_action_has_one_commit_everywhere():
    text = "".join(path.read_text(encoding="utf-8") for path in WORKFLOWS)
    found = re.findall(r"uses: (\S+)@(\S+)", text)
    assert len({action for action, _ in found}) == len(set(found))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_tokens_may_read_the_code_alone(path):
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        signs = (path.stem, name) == ("release", "publish")
        assert job.get("permissions") == (SIGNS if signs else None), name
        assert job["timeout-minutes"] <= 120
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False


def test_the_job_that_signs_runs_no_code_of_ours():
    steps = read(ROOT / ".github" / "workflows" / "release.yml")["jobs"]["publish"]["steps"]
    assert not [step for step in steps if "run" in step]
    assert [step["uses"].partition("@")[0] for step in steps] == [
        "actions/download-artifact",
        "actions/download-artifact",
        "actions/attest",
        "actions/attest",
        "pypa/gh-action-pypi-publish",
    ]


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_every_locked_package_has_its_version_and_hashes(path):
    packages = path.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    assert packages
    for package in packages:
        assert re.fullmatch(
            r"[a-z0-9._-]+==\S+( ; .+?)?( +--hash=sha256:[0-9a-f]{64})+", package
        ), package[:100]


def test_release_wheels_are_built_by_locked_packages_alone():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    settings = project["tool"]["cibuildwheel"]
    assert settings["build-frontend"] == {"name": "pip", "args": ["--no-build-isolation"]}
    assert settings["before-build"].endswith(
        "pip install --require-hashes -r {project}/requirements-build.lock"
    )
    build, tested = (
        set(re.findall(r"^(\S+==\S+)", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))
        for name in ("requirements-build.lock", "requirements.lock")
    )
    # The same versions that the tests build with, and the backend among them.
    assert build <= tested
    [backend] = [package for package in build if package.startswith("hatchling==")]
    assert backend


def test_the_image_is_one_by_digest_and_not_run_by_root():
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    [base] = [line for line in lines if line.startswith("FROM")]
    assert re.fullmatch(r"FROM python:3\.\d+-slim@sha256:[0-9a-f]{64}", base)
    assert lines[-1] == "USER prgbench"
    [install] = [line for line in lines if "requirements.lock" in line and "pip" in line]
    assert "--require-hashes" in install


def test_the_image_has_all_files_of_which_the_package_is_built():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    hooks = {hook["path"] for hook in wheel["hooks"].values()}
    needed = {*wheel["packages"], *wheel["force-include"], *hooks, "README.md"}
    copied = re.findall(r"^COPY (.+) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    roots = [Path(name) for line in copied for name in line.split()]
    assert {
        name for name in needed if not any(Path(name).is_relative_to(r) for r in roots)
    } == set()
