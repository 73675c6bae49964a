import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.run.settings import check_settings
from prgbench.study.run_config import RunConfig


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"studi": "demo"}, "unknown key 'studi'. Did you mean study?"),
        ({"server": "openml.org"}, "server: 'openml.org' is not allowed"),
        ({"connections": 0}, "connections: 0 is not allowed, it should be greater than or equal"),
        ({"requests_per_second": 0}, "requests_per_second: 0 is not allowed"),
        (
            {"requests_per_second": 51},
            "requests_per_second: 51 is allowed of a server on this machine alone, of others at "
            "most 50",
        ),
        (
            {"server": "http://127.0.0.1.example.org", "requests_per_second": 50.5},
            "requests_per_second: 50.5 is allowed of a server on this machine alone",
        ),
        ({"study": "../demo"}, "study: '../demo' is not allowed"),
    ],
)
def test_a_mistake_is_one_sentence(given, sentence):
    with pytest.raises(PrgbenchError, match=sentence):
        check_settings(given, "config/config.yaml or --config", RunConfig)


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
def test_numbers_are_allowed_up_to_their_limits(key, most):
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


@pytest.mark.parametrize("key", ["task", "file"])
def test_the_keys_of_compare_model_are_gone(key):
    with pytest.raises(PrgbenchError, match="compare_model is gone"):
        check_settings({key: "7"}, "config/config.yaml", RunConfig)
