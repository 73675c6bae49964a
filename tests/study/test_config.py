import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.run.settings import check_settings
from prgbench.study.config import StudyConfig


def study(**settings):
    return StudyConfig.from_params({"title": "Mine", "archive": "openml", **settings})


@pytest.mark.parametrize(
    ("settings", "name", "value"),
    [
        ({}, "archive", "openml"),
        ({"archive": ["a.csv", "b.csv"]}, "archive", ["a.csv", "b.csv"]),
        ({}, "columns", {}),
        ({"columns": {"model": "learner"}}, "columns", {"model": "learner"}),
        ({}, "positive_label", "minority"),
        ({"positive_label": 1}, "positive_label", "1"),
        ({"positive_label": True}, "positive_label", "True"),
        (
            {"positive_label": {"heart": "sick", "7": 0}},
            "positive_label",
            {"heart": "sick", "7": "0"},
        ),
    ],
)
def test_what_names_the_source(settings, name, value):
    assert study(**settings).source[name] == value


def checked(section, key, value):
    """Return a setting as it is read from the file of a study."""
    content = {section: {key: value}} if section else {key: value}
    found = check_settings({"title": "Mine", "archive": "openml", **content}, "here", StudyConfig)
    return getattr(getattr(found, section) if section else found, key)


LIMITS = [
    ("comparison", "resamples", 1, 1_000_000),
    ("comparison", "replicates", 2, 100_000),
    ("comparison", "splits", 1, 10_000),
    ("comparison", "seed", 0, None),
    ("ranking", "decimals", 0, 15),
    ("selection", "min_flows", 1, None),
    ("selection", "models", 2, None),
    ("selection", "spares", 0, None),
    ("selection", "seed", 0, None),
    ("", "chunks", 1, 1000),
]


@pytest.mark.parametrize(("section", "key", "least", "greatest"), LIMITS)
def test_numbers_are_allowed_up_to_their_limits(section, key, least, greatest):
    assert checked(section, key, least) == least
    with pytest.raises(PrgbenchError, match=f"{key}: {least - 1} is not allowed"):
        checked(section, key, least - 1)
    if greatest is not None:
        assert checked(section, key, greatest) == greatest
        with pytest.raises(PrgbenchError, match=f"{key}: {greatest + 1} is not allowed"):
            checked(section, key, greatest + 1)


@pytest.mark.parametrize("level", [0, 1])
def test_a_level_lies_between_0_and_1(level):
    assert checked("comparison", "confidence_level", 0.001) == 0.001
    assert checked("comparison", "confidence_level", 0.999) == 0.999
    with pytest.raises(PrgbenchError, match=f"confidence_level: {level} is not allowed"):
        checked("comparison", "confidence_level", level)


def test_a_format_counts_once():
    figures = {"formats": ["png", "pdf", "png"]}
    assert study(figures=figures).figures.formats == ("png", "pdf")


@pytest.mark.parametrize(
    ("measures", "sentence"),
    [
        ([], "name at least one measure"),
        (["aupr", "auprg", "a.b"], "'a.b' is not allowed"),
        (["aupr", "auprg", "2b:c"], "'2b:c' is not allowed"),
        (["aupr", "auprg", "a:b", "a:b"], "'a:b' appears twice"),
    ],
)
def test_measures_that_are_refused(measures, sentence):
    with pytest.raises(PrgbenchError, match=f"^here: measures: {sentence}"):
        checked("", "measures", measures)


def test_a_measure_of_ones_own_is_a_module_with_a_function():
    names = ("aupr", "auprg", "my.measures:f1")
    assert checked("", "measures", list(names)) == names
