"""Forms, hooks and pages for those who contribute fit what there is."""

import ast
import re

import pytest
import yaml

from places import ROOT


def read(name):
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_hooks_run_what_make_check_runs_with_its_tools():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("$(BIN)", ".venv/bin")
    [generic, tools] = read(".pre-commit-config.yaml")["repos"]
    assert re.fullmatch(r"[0-9a-f]{40}", generic["rev"])
    assert tools["repo"] == "local"
    for hook in tools["hooks"]:
        assert f"\t{hook['entry']}" in makefile, hook["id"]
        assert hook["language"] == "system"


def test_forms_ask_for_what_helps_and_have_what_the_forge_needs():
    forms = [
        path
        for path in sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
        if path.stem != "config"
    ]
    assert [path.stem for path in forms] == ["bug", "idea"]
    for path in forms:
        form = read(path.relative_to(ROOT))
        assert {"name", "description", "body"} <= set(form)
        ids = [field["id"] for field in form["body"]]
        assert len(ids) == len(set(ids))
        assert all(field["attributes"]["label"] for field in form["body"])


def test_the_pull_request_asks_for_targets_that_make_knows():
    text = (ROOT / ".github" / "PULL_REQUEST_TEMPLATE.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in ("check", "test"):
        assert f"`make {target}`" in text
        assert f"\n{target}: " in makefile


def section(title):
    """Return a section of CONTRIBUTING.md."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return text.split(f"\n## {title}\n")[1].split("\n## ")[0]


PACKAGE = ROOT / "src" / "prgbench"


def paths_in(text):
    """Return the files and folders that a text names in code, as patterns of paths."""
    named = re.findall(r"`([^`\s]+)`", text)
    paths = [
        name for name in named if "/" in name or re.search(r"\.(py|md|toml|json|yaml)$", name)
    ]
    # Made by a run, or a placeholder.
    made = ("results/", "resources/", "leaderboard.csv", "answer.json")
    return [re.sub(r"<\w+>", "*", path) for path in paths if not path.startswith(made)]


@pytest.mark.parametrize("title", ["Where things are", "Where a change goes"])
def test_every_path_of_the_maps_exists(title):
    paths = paths_in(section(title))
    assert len(paths) > 20
    places = (ROOT, PACKAGE, PACKAGE / "report", PACKAGE / "pipeline")
    places += (ROOT / "packages" / "prgtheory" / "src" / "prgtheory",)
    places += (PACKAGE / "report" / "html", PACKAGE / "data", PACKAGE / "robustness")
    places += (PACKAGE / "sources",)
    gone = [path for path in paths if not any(any(place.glob(path)) for place in places)]
    assert gone == []


def test_a_path_that_is_gone_is_seen():
    assert paths_in(
        "`_save` in `report/study_figures.py`; `FIGURES`, `report/parts/<part>.py`"
    ) == [
        "report/study_figures.py",
        "report/parts/*.py",
    ]
    assert not any(PACKAGE.glob("report/study_figures.py"))


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("_save", "report/figures.py"),
        ("_COLUMNS", "report/leaderboard.py"),
        ("_cells", "report/leaderboard.py"),
        ("Standing", "answer/standings.py"),
        ("leaderboard_of", "direct/compared_models.py"),
        ("ENDINGS", "sources/table/files.py"),
        ("open_file", "sources/table/found_tables.py"),
        ("JOBS", "pipeline/stages.py"),
        ("FIGURES", "report/figures.py"),
        ("TIED_RANKS", "study/ranking.py"),
        ("ModelRow", "data/models.py"),
    ],
)
def test_names_of_the_map_are_where_it_says(name, path):
    assert f"`{name}`" in section("Where a change goes")
    assert f"`{path}`" in section("Where a change goes")
    defined = set()
    for node in ast.parse((PACKAGE / path).read_text(encoding="utf-8")).body:
        defined.add(getattr(node, "name", None))
        for target in getattr(node, "targets", [getattr(node, "target", None)]):
            defined.add(getattr(target, "id", None))
    assert name in defined


def test_every_script_says_what_its_rule_makes():
    scripts = sorted((ROOT / "workflow" / "scripts").glob("*.py"))
    assert len(scripts) > 15
    for path in scripts:
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
        assert text, path.name
        assert text.splitlines()[0].endswith("."), path.name
