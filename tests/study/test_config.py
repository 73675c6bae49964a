import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.run.settings import check_settings
from prgbench.study.config import StudyConfig, check_run
from prgbench.study.run_config import RunConfig


def study(**settings):
    return StudyConfig.from_params({"title": "Mine", "archive": "openml", **settings})


@pytest.mark.parametrize(
    ("settings", "name", "value"),
    [
        ({}, "archive", "openml"),
        ({"archive": ["a.csv", "b.csv"]}, "archive", ["a.csv", "b.csv"]),
        ({}, "columns", {}),
        ({"columns": {"model": "learner"}}, "columns", {"model": "learner"}),
        ({}, "positive_label", None),
        ({"replication": True}, "positive_label", "minority"),
        ({"replication": True, "positive_label": "scored"}, "positive_label", "scored"),
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


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"studi": "demo"}, "unknown key 'studi'. Did you mean study?"),
        ({"server": "openml.org"}, "server: 'openml.org' is not allowed"),
        ({"connections": 0}, "connections: 0 is not allowed; it should be greater than or equal"),
        ({"requests_per_second": 0}, "requests_per_second: 0 is not allowed"),
        (
            {"requests_per_second": 51},
            "requests_per_second: 51 is allowed only for a server on this machine; for others, at "
            "most 50",
        ),
        (
            {"server": "http://127.0.0.1.example.org", "requests_per_second": 50.5},
            "requests_per_second: 50.5 is allowed only for a server on this machine",
        ),
        ({"study": "../demo"}, "study: '../demo' is not allowed"),
        (
            {"study": "demo", "models": 5},
            "--config: 'models' is a setting of a study: write `selection.models` into its file",
        ),
        ({"title": "Demo"}, "'title' is a setting of a study: write `title` into its file"),
        ({"seed": 1}, "write `selection.seed` or `comparison.seed` into its file"),
    ],
)
def test_a_mistake_is_one_sentence(given, sentence):
    with pytest.raises(PrgbenchError, match=sentence):
        check_run(given, "config/config.yaml or --config")


@pytest.mark.parametrize(
    ("server", "rate"),
    [
        ("https://www.openml.org", 50.0),
        ("http://127.0.0.1:8080", 5000.0),
        ("http://localhost", 51.0),
        ("http://[::1]:8080", 51.0),
    ],
)
def test_a_server_on_this_machine_may_be_asked_more_often(server, rate):
    given = {"server": server, "requests_per_second": rate}
    assert check_settings(given, "here", RunConfig).network.requests_per_second == rate


@pytest.mark.parametrize(("key", "most"), [("connections", 16), ("verified_models", 10_000)])
def test_numbers_of_a_run_are_allowed_up_to_their_limits(key, most):
    for allowed in (1, most):
        assert getattr(check_settings({key: allowed}, "here", RunConfig), key) == allowed
    for refused in (0, most + 1):
        with pytest.raises(PrgbenchError, match=f"here: {key}: {refused} is not allowed"):
            check_settings({key: refused}, "here", RunConfig)


@pytest.mark.parametrize(("given", "again"), [(1, True), (0, False), (True, True)])
def test_a_number_says_whether_to_ask_again(given, again):
    assert check_settings({"again": given}, "--config", RunConfig).again is again


def test_patience_is_in_hours_and_may_be_none():
    assert check_settings({"patience": 0.5}, "here", RunConfig).network.patience == 0.5
    with pytest.raises(PrgbenchError, match="patience: -1"):
        check_settings({"patience": -1}, "here", RunConfig)
