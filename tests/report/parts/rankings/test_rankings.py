import pandas as pd

from made_up_facts import make_facts
from prgbench.answer.interface import columns_of
from prgbench.answer.rankings import RankCorrelation
from prgbench.report.parts.rankings import paragraphs

ROW = {
    "models": "all",
    "size": 30,
    "measure_a": "aupr",
    "measure_b": "auroc",
    "without_noise": 0.95,
    "lower": 0.9,
    "upper": 0.98,
    "verdict": "rank differently",
    "detectable": 0.04,
    "datasets_needed": 20.0,
    "signal_a": 0.5,
    "signal_b": 0.625,
    "tasks": 40,
    "datasets": 30,
}


def words(*changes):
    rows = [ROW | own for own in changes or ({},)]
    table = pd.DataFrame(rows).reindex(columns=columns_of(RankCorrelation))
    return paragraphs({"rankings": table}, make_facts(confidence_level=0.9))


def test_correlations_are_in_a_table():
    intro, table = words({}, {"models": "top", "size": 10, "without_noise": 1.02})
    assert "40 tasks on 30 data sets, with 90% intervals" in intro
    assert table.splitlines()[2:] == [
        "| all | AUPR – AUROC | 0.950 [0.900, 0.980] | rank differently | 50.0%, 62.5% |",
        "| best 10 | AUPR – AUROC | 1.000 [0.900, 0.980] | rank differently | 50.0%, 62.5% |",
    ]


def test_what_an_open_verdict_would_take_is_said():
    _, _, power = words({"verdict": "not resolved", "datasets_needed": 1234.0})
    assert power == (
        "AUPR – AUROC, all models: this study would have shown a rank correlation of 0.960 or "
        "less with a power of 80%; if the estimate is the truth, 1,234 data sets like these would "
        "settle it."
    )
    _, _, power = words({"verdict": "not resolved", "datasets_needed": float("nan")})
    assert power.endswith("with a power of 80%.")


def test_without_tasks_it_says_why():
    assert words({"tasks": 0}) == ["No task has both classes in two halves of its instances."]
