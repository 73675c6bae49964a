import pytest
from prgbench.answer.draws import Options as DrawsOptions
from prgbench.answer.ties import Options

from prgbench.run.errors import PrgbenchError
from prgbench.run.settings import check_settings, schema_of


@pytest.mark.parametrize(
    ("tolerances", "mistake"),
    [
        ([], "at least 1 item"),
        ([0, 0.1, 0.0], "0.0 stands twice"),
        ([-1e-6], "greater than or equal to 0"),
        (0.1, "valid array"),
    ],
)
def test_mistakes_are_named_with_their_key(tolerances, mistake):
    with pytest.raises(PrgbenchError, match=f"study.yaml: tolerances.*{mistake}"):
        check_settings({"tolerances": tolerances}, "study.yaml", Options)


def test_what_is_allowed_keeps_its_order():
    found = check_settings({"tolerances": [0.5, 0]}, "study.yaml", Options)
    assert found.tolerances == (0.5, 0.0)
    assert Options.from_params(found.as_params()) == found


def test_the_schema_says_what_is_allowed():
    sizes = schema_of(DrawsOptions)["properties"]["sizes"]
    assert sizes["uniqueItems"] is True
    assert sizes["minItems"] == 1
    assert sizes["items"] == {"type": "integer", "minimum": 2}
