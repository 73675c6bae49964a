import pytest

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
