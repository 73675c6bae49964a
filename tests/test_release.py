"""The version stands in pyproject.toml; what repeats it says the same."""

import re
import tomllib

import pytest

from places import ROOT

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "version"
]


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
