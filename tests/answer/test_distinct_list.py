import pytest

from prgbench.robustness.choices import Options as MultiverseOptions
from prgbench.robustness.prevalence import Options
from prgbench.run.errors import PrgbenchError
from prgbench.run.settings import check_settings, schema_of


@pytest.mark.parametrize(
    ("prevalences", "mistake"),
    [
        ([], "at least 1 item"),
        ([0.1, 0.5, 0.1], "0.1 appears twice"),
        ([0], "greater than 0"),
        (0.1, "valid array"),
    ],
)
def test_mistakes_are_named_with_their_key(prevalences, mistake):
    with pytest.raises(PrgbenchError, match=f"study.yaml: prevalences.*{mistake}"):
        check_settings({"prevalences": prevalences}, "study.yaml", Options)


def test_what_is_allowed_keeps_its_order():
    found = check_settings({"prevalences": [0.5, 0.1]}, "study.yaml", Options)
    assert found.prevalences == (0.5, 0.1)
    assert Options.from_params(found.as_params()) == found


def test_the_schema_says_what_is_allowed():
    models = schema_of(MultiverseOptions)["properties"]["models"]
    assert models["uniqueItems"] is True
    assert models["minItems"] == 1
    assert models["items"] == {"type": "integer", "minimum": 2}
