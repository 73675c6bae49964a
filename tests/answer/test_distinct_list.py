import pytest

from prgbench.robustness.choices import Options
from prgbench.run.errors import PrgbenchError
from prgbench.run.settings import check_settings, schema_of


@pytest.mark.parametrize(
    ("models", "mistake"),
    [
        ([], "at least 1 item"),
        ([10, 30, 10], "10 appears twice"),
        ([1], "greater than or equal to 2"),
        (10, "valid array"),
    ],
)
def test_mistakes_are_named_with_their_key(models, mistake):
    with pytest.raises(PrgbenchError, match=f"study.yaml: models.*{mistake}"):
        check_settings({"models": models}, "study.yaml", Options)


def test_what_is_allowed_keeps_its_order():
    options = check_settings({"models": [30, 10]}, "study.yaml", Options)
    assert options.models == (30, 10)
    assert Options.from_params(options.as_params()) == options


def test_the_schema_says_what_is_allowed():
    models = schema_of(Options)["properties"]["models"]
    assert models["uniqueItems"] is True
    assert models["minItems"] == 1
    assert models["items"] == {"type": "integer", "minimum": 2}
