"""Forms, hooks and pages for those who contribute fit what there is."""

import re

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
