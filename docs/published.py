"""Writes what indexes and package managers read, from pyproject.toml; `--check` only compares.

That is CITATION.cff (its other keys are kept), codemeta.json, the recipe for conda-forge, and
environment.yaml, an environment for the workflow. Pages that name the repository get its address.
"""

import json
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml
from packaging.requirements import Requirement
from written import write_or_check

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
REPOSITORY = PYPROJECT["tool"]["hatch"]["metadata"]["hooks"]["custom"]["repository"]
CITATION, CODEMETA = ROOT / "CITATION.cff", ROOT / "codemeta.json"
RECIPE, ENVIRONMENT = ROOT / "recipe" / "recipe.yaml", ROOT / "environment.yaml"
PYTHON = PROJECT["requires-python"].removeprefix(">=")
CALL = PYPROJECT["tool"]["cibuildwheel"]["test-command"]
MADE = "# Made by docs/published.py of pyproject.toml and CITATION.cff: `make pages`.\n"
OWNER = "<owner>/prgbench"
"""How pages name the repository as long as it has no address."""

NAMED_IN = (ROOT / "docs" / "as_a_module.md", ROOT / "SECURITY.md")
CONDA = {"matplotlib": "matplotlib-base"}
"""Packages that have another name at conda-forge."""

RECIPE_NOTE = """\
# At conda-forge, `source` is the url of the source distribution on PyPI with its sha256, and
# `recipe-maintainers` are the accounts of those who look after it.
# yaml-language-server: $schema=https://raw.githubusercontent.com/prefix-dev/recipe-format/main/schema.json
"""
ENVIRONMENT_NOTE = """\
# For the workflow, in a checkout: conda env create --file environment.yaml; conda activate
# prgbench; python -m pip install --no-deps . ./packages/prgtheory
# The environment that is tested is that of `make env`.
"""


def citation() -> dict[str, Any]:
    """Return CITATION.cff with what the project says of itself."""
    written = yaml.safe_load(CITATION.read_text(encoding="utf-8"))
    written.pop("repository-code", None)
    written["date-released"] = str(written["date-released"])
    return written | {
        "version": PROJECT["version"],
        "license": PROJECT["license"],
        "keywords": PROJECT["keywords"],
        **at_repository("repository-code"),
    }


def at_repository(*keys: str) -> dict[str, str]:
    """Return the repository's address under these keys, or nothing as long as it has none."""
    return dict.fromkeys(keys, REPOSITORY) if REPOSITORY else {}


def codemeta(cited: dict[str, Any]) -> dict[str, Any]:
    """Return the same as CodeMeta."""
    paper = cited["references"][0]
    return {
        "@context": "https://w3id.org/codemeta/3.0",
        "@type": "SoftwareSourceCode",
        "name": cited["title"],
        "description": cited["abstract"],
        "version": cited["version"],
        "dateModified": cited["date-released"],
        "license": f"https://spdx.org/licenses/{cited['license']}",
        **at_repository("codeRepository"),
        **({"issueTracker": f"{REPOSITORY}/issues"} if REPOSITORY else {}),
        "keywords": cited["keywords"],
        "programmingLanguage": ["Python", "C"],
        "runtimePlatform": f"Python {PROJECT['requires-python']}",
        "softwareRequirements": PROJECT["dependencies"],
        "author": [{"@type": "Organization", "name": one["name"]} for one in cited["authors"]],
        "citation": {
            "@type": "ScholarlyArticle",
            "name": paper["title"],
            "datePublished": str(paper["year"]),
            "isPartOf": {"@type": "PublicationVolume", "name": paper["collection-title"]},
            "author": [
                {
                    "@type": "Person",
                    "givenName": one["given-names"],
                    "familyName": one["family-names"],
                }
                for one in paper["authors"]
            ],
        },
    }


def recipe(cited: dict[str, Any]) -> dict[str, Any]:
    """Return the recipe of two packages: the library, and what `compare` needs besides."""
    name, version = PROJECT["name"], PROJECT["version"]
    about = {
        **at_repository("homepage", "repository"),
        "license": PROJECT["license"],
        "license_file": PROJECT["license-files"],
        "summary": PROJECT["description"],
        "description": cited["abstract"],
    }
    library = {
        "package": {"name": name},
        "build": {
            "script": "python -m pip install . --no-deps --no-build-isolation -vv",
            "skip": [f'match(python, "<{PYTHON}")'],
        },
        "requirements": {
            "build": ["${{ compiler('c') }}", "${{ stdlib('c') }}"],
            "host": ["python", "pip", *conda(PYPROJECT["build-system"]["requires"])],
            "run": ["python", *conda(PROJECT["dependencies"])],
        },
        "tests": [
            {"python": {"imports": [f"{name}.metrics"], "pip_check": True}},
            {"script": [CALL]},
        ],
    }
    comparison = {
        "package": {"name": f"{name}-compare"},
        "build": {"noarch": "generic"},
        "requirements": {"run": [f"{name} =={version}", *conda(extra("compare"))]},
        "tests": [{"script": [f"{name} compare --help"]}],
    }
    return {
        "schema_version": 1,
        "recipe": {"name": name, "version": version},
        "source": {"path": ".."},
        "build": {"number": 0},
        "outputs": [library, comparison],
        "about": about,
        "extra": {"recipe-maintainers": []},
    }


def environment() -> dict[str, Any]:
    """Return an environment of conda for the workflow; Snakemake is at bioconda."""
    return {
        "name": PROJECT["name"],
        "channels": ["conda-forge", "bioconda", "nodefaults"],
        "dependencies": [
            f"python {PROJECT['requires-python']}",
            "c-compiler",
            "pip",
            *conda([*PYPROJECT["build-system"]["requires"], *PROJECT["dependencies"]]),
            *conda(extra("pipeline")),
        ],
    }


def extra(name: str) -> list[str]:
    """Return what an extra brings, with the extras that it names."""
    found = []
    for need in PROJECT["optional-dependencies"][name]:
        own = Requirement(need)
        if own.name == PROJECT["name"]:
            found += [more for part in own.extras for more in extra(part)]
        else:
            found.append(need)
    return sorted(found)


def conda(requirements: list[str]) -> list[str]:
    """Return requirements as conda writes them; extras of others are in their packages there."""
    parsed = map(Requirement, requirements)
    return [f"{CONDA.get(one.name, one.name)} {one.specifier}" for one in parsed]


def named(page: Path) -> str:
    """Return a page with the name of the repository, once it has an address."""
    text = page.read_text(encoding="utf-8")
    return text.replace(OWNER, urlsplit(REPOSITORY).path.strip("/")) if REPOSITORY else text


def as_yaml(found: dict[str, Any], *, note: str = "") -> str:
    """Write YAML in the order of its keys."""
    return note + yaml.safe_dump(found, sort_keys=False, allow_unicode=True, width=99)


if __name__ == "__main__":
    cited = citation()
    files = {
        CITATION: as_yaml(cited),
        CODEMETA: f"{json.dumps(codemeta(cited), indent=2)}\n",
        RECIPE: as_yaml(recipe(cited), note=MADE + RECIPE_NOTE),
        ENVIRONMENT: as_yaml(environment(), note=MADE + ENVIRONMENT_NOTE),
        **{page: named(page) for page in NAMED_IN},
    }
    RECIPE.parent.mkdir(exist_ok=True)
    write_or_check(files, "pyproject.toml")
