"""Version and repository stand in pyproject.toml; what repeats them says the same."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib

import pytest
import yaml

from places import ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSION = PYPROJECT["project"]["version"]
ADDRESS = "https://forge.example/us/prgbench"
SET = re.compile(r'^repository = ".*"$', re.MULTILINE)
SOURCES = (
    *("CITATION.cff", "LICENSE", "README.md", "SECURITY.md", "hatch_build.py", "pyproject.toml"),
    *("docs/as_a_module.md", "docs/published.py", "docs/written.py"),
)


@pytest.mark.parametrize(
    ("file", "pattern"),
    [
        ("CITATION.cff", r"^version: (\S+)$"),
        ("CHANGELOG.md", r"\A# Changelog\n\n## (\S+)"),
        ("docs/as_a_module.md", r'tag="v([\d.]+)"'),
        ("CONTRIBUTING.md", r"`git tag v([\d.]+)`"),
    ],
)
def test_the_version_is_that_of_the_package(file, pattern):
    found = re.search(pattern, (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    assert found[1] == VERSION


def test_the_theory_has_the_same_version():
    metadata = [sys.executable, "-m", "hatchling", "metadata", "version"]
    theory = ROOT / "packages" / "prgtheory"
    done = subprocess.run(metadata, cwd=theory, capture_output=True, check=True, text=True)
    assert done.stdout.strip() == VERSION


def copied(folder, address):
    """Copy what the package's description is made from, and set the repository's address."""
    for name in SOURCES:
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    project = folder / "pyproject.toml"
    text, found = SET.subn(f'repository = "{address}"', project.read_text(encoding="utf-8"))
    assert found == 1
    project.write_text(text, encoding="utf-8")
    return folder


def described(folder):
    """Return what the package says of itself, as indexes show it."""
    command = [sys.executable, "-m", "hatchling", "metadata"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=True)
    return json.loads(done.stdout)


def links(text):
    return re.findall(r"\]\(([^)]*)", text)


def test_a_reader_of_the_index_is_led_to_the_repository(tmp_path):
    found = described(copied(tmp_path, ADDRESS))
    text, version = found["readme"]["text"], f"v{VERSION}"
    assert found["readme"]["content-type"] == "text/markdown"
    assert found["urls"]["Source"] == ADDRESS
    assert found["urls"]["Issues"] == f"{ADDRESS}/issues"
    assert f"]({ADDRESS}/raw/{version}/docs/images/answer.png)" in text
    assert f"]({ADDRESS}/blob/{version}/docs/start.md)" in text
    assert f"In a checkout of [the repository]({ADDRESS}), with" in text
    assert [link for link in links(text) if "://" not in link] == []
    assert 'pip install "prgbench[compare]"' in text


def test_without_an_address_the_index_shows_no_link_that_leads_nowhere(tmp_path):
    found = described(copied(tmp_path, ""))
    text = found["readme"]["text"]
    assert "urls" not in found
    assert links(text) == []
    assert "More: docs/start.md,\nexamples of each use" in text
    assert "\nIn a checkout, with" in text


@pytest.mark.parametrize("address", [ADDRESS, ""])
def test_the_address_is_written_wherever_it_is_named(address, tmp_path):
    folder = copied(tmp_path, address)
    subprocess.run([sys.executable, "docs/published.py"], cwd=folder, check=True)
    cited = yaml.safe_load((folder / "CITATION.cff").read_text(encoding="utf-8"))
    meta = json.loads((folder / "codemeta.json").read_text(encoding="utf-8"))
    about = yaml.safe_load((folder / "recipe" / "recipe.yaml").read_text(encoding="utf-8"))[
        "about"
    ]
    named = [meta.get("codeRepository"), about.get("homepage"), about.get("repository")]
    assert [cited.get("repository-code"), *named] == 4 * [address or None]
    assert meta.get("issueTracker") == (f"{ADDRESS}/issues" if address else None)
    name = "us/prgbench" if address else "<owner>/prgbench"
    assert f'github("{name}", path=' in (folder / "docs/as_a_module.md").read_text("utf-8")
    assert f"--repo {name}`" in (folder / "SECURITY.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("address", "tag", "said"),
    [
        (ADDRESS, f"v{VERSION}", ""),
        ("", f"v{VERSION}", f"repository is not {ADDRESS}: set it, then make pages."),
        (ADDRESS, "v9.9.9", "The version in pyproject.toml is not that of the tag v9.9.9."),
    ],
)
def test_a_release_stops_in_one_sentence(address, tag, said, tmp_path):
    workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))
    [step] = [step["run"] for step in workflow["jobs"]["test"]["steps"] if "grep" in str(step)]
    server, _, name = ADDRESS.partition("/us/")
    given = {
        "GITHUB_SERVER_URL": server,
        "GITHUB_REPOSITORY": f"us/{name}",
        "GITHUB_REF_NAME": tag,
        "PATH": os.environ["PATH"],
    }
    done = subprocess.run(
        ["bash", "-e", "-c", step],
        cwd=copied(tmp_path, address),
        env=given,
        capture_output=True,
        text=True,
    )
    assert done.returncode == bool(said)
    assert len(done.stdout.splitlines()) == bool(said)
    assert done.stdout.strip().endswith(said)
