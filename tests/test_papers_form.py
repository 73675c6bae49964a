"""What the paper counts, as tables of the page."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import papers_form
import pytest

from prgbench.metrics import auprg_score


def test_nine_numbers_stand_beside_what_noise_alone_would_give():
    rows = [
        ("aupr", "auroc", "best_differs", 0.25, 0.2, 0.1, 0.3, 8),
        ("aupr", "auroc", "top_differs", 0.5, 0.625, 0.5, 0.75, 8),
        ("aupr", "auroc", "rank_correlation", 0.875, 0.9, 0.8, 0.95, 8),
        ("aupr", "auroc", "mean_spearman", 0.1, 0.1, 0.1, 0.1, 8),
    ]
    names = ["measure_a", "measure_b", "statistic"]
    names += ["found", "if_alike", "if_alike_lower", "if_alike_upper", "tasks"]
    compared = SimpleNamespace(tables={"if_alike": pd.DataFrame(rows, columns=names)})
    last = papers_form.nine_numbers(compared).splitlines()[-1]
    assert [cell.strip() for cell in last.strip("|").split("|")] == [
        "AUPR, AUROC",
        "8",
        "25.0% (20.0% [10.0%, 30.0%])",
        "50.0% (62.5% [50.0%, 75.0%])",
        "0.875 (0.900 [0.800, 0.950])",
    ]


SCORES = pd.DataFrame(
    {"AUPRG": [0.9, 0.9, 0.1, 0.2, 0.4, 0.3], "AUPRG at 10%": [0.9, 0.8, 0.1, 0.5, 0.4, 0.3]},
    index=pd.MultiIndex.from_product([["p", "q"], ["a", "b", "c"]], names=["dataset", "model"]),
)


def test_models_that_are_best_together_share_a_data_set_and_the_others_are_left_out():
    lines = papers_form.who_wins(SCORES).splitlines()[2:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert cells == [["b", "1.5", "0"], ["a", "0.5", "2"]]


def test_other_winners_at_a_stated_prevalence_are_counted():
    said = papers_form.other_winners(SCORES)
    assert said.endswith("by AUPRG is another one at a stated prevalence: 10%: 1 of 2.")


@pytest.mark.parametrize(("copies_of", "stated"), [(1, 0.5), (0, 0.1)])
def test_auprg_at_a_prevalence_is_that_of_a_sample_that_has_it(copies_of, stated):
    rng = np.random.default_rng(1)
    labels = np.repeat([1, 0], [10, 30])
    scores = rng.normal(labels, 1).round(1)
    # Three copies of each positive make one in two, three of each negative one in ten.
    times = np.where(labels == copies_of, 3, 1)
    table = pd.DataFrame({"dataset": "d", "model": "m", "y_true": labels, "y_score": scores})
    [found] = papers_form.auprg_at_prevalences(table, [stated]).to_numpy().ravel()
    assert found == pytest.approx(
        auprg_score(np.repeat(labels, times), np.repeat(scores, times)), abs=1e-12
    )
