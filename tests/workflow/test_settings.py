import pytest
import yaml
from jsonschema import Draft202012Validator

from places import ROOT
from prgbench.metrics import measures
from prgbench.study.draw import FAMILIES

SCHEMAS = ROOT / "workflow" / "schemas"
STUDIES = sorted((ROOT / "config" / "studies").glob("*.yaml"))


def schema(name):
    return yaml.safe_load((SCHEMAS / f"{name}.schema.yaml").read_text())


def parts(node, place="schema"):
    """Yield every setting of a schema with its place."""
    for key, part in node.get("properties", {}).items():
        yield f"{place}.{key}", part
        yield from parts(part, f"{place}.{key}")


def test_the_schema_knows_every_measure_of_the_registry():
    [names, _] = schema("study")["properties"]["measures"]["items"]["anyOf"]
    assert names["enum"] == list(measures())


def test_the_schema_knows_every_flow_family():
    families = schema("study")["properties"]["selection"]["properties"]["flow_families"]
    assert set(families["items"]["enum"]) == {*FAMILIES.values(), "other"}


@pytest.mark.parametrize("name", ["config", "study"])
def test_every_setting_says_what_it_means_and_no_section_takes_unknown_keys(name):
    Draft202012Validator.check_schema(schema(name))
    for place, part in parts({"properties": {name: schema(name)}}):
        assert part.get("description"), place
        if "properties" in part:
            assert part["additionalProperties"] is False, place


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.stem)
def test_shipped_studies_are_valid(path):
    Draft202012Validator(schema("study")).validate(yaml.safe_load(path.read_text()))


def test_the_paper_study_asks_for_what_the_paper_took():
    study = yaml.safe_load((ROOT / "config" / "studies" / "paper.yaml").read_text())
    selection = study["selection"]
    assert selection["estimation_procedures"] == [1, 3]
    assert (selection["min_flows"], selection["models"]) == (30, 30)
    assert selection["pinned_runs"] == {"3872": [145651, 267741]}
    assert study["figures"]["scatter_tasks"] == [3872, 3896]
