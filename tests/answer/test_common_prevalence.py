import numpy as np
import pandas as pd
import pytest

from made_up_answer import answer_tables, filled, make_answer
from made_up_tasks import make_setting, make_study, make_task_scores
from prgbench.answer import common_prevalence
from prgbench.answer.common_prevalence import STATED, AtCommonPrevalence
from prgbench.answer.interface import PartOptions
from prgbench.metrics import auprg_score


def tasks_of(*prevalences, n=400):
    """Return two tasks of each prevalence, which share a data set."""
    tasks = [pi for pi in prevalences for _ in range(2)]
    return [make_task_scores(i, n=n, prevalence=pi) for i, pi in enumerate(tasks, start=1)]


def rows_of_study(tasks, names=("auprg", "auroc")):
    setting, options = make_setting(names), PartOptions()
    stated = [common_prevalence.per_task(task, setting, options)[STATED] for task in tasks]
    study = make_study(tasks, {STATED: pd.concat(stated)}, setting)
    return common_prevalence.tables(study, options)["common_prevalence"]


@pytest.mark.parametrize(
    ("prevalences", "n", "common"),
    [
        ((0.5, 0.04), 400, 0.1),
        ((0.5, 0.6, 0.03), 400, 0.5),
        ((0.1, 0.004), 30_000, 0.01),
        # There are 2 positives.
        ((0.1, 0.004), 400, 0.5),
    ],
)
def test_the_means_are_those_of_scores_at_the_nearest_common_prevalence(prevalences, n, common):
    tasks = tasks_of(*prevalences, n=n)
    table = rows_of_study(tasks).set_index("model").sort_index()
    assert table["common"].eq(common).all()
    for column, stated in (("mean", None), ("mean_common", common)):
        values = [
            [auprg_score(task.y_true, scores, prevalence=stated) for scores in task.y_scores]
            for task in tasks
        ]
        assert table[column].to_numpy() == pytest.approx(np.mean(values, axis=0))
    shares = [task.y_true.mean() for task in tasks]
    assert table["lowest"].unique() == pytest.approx([min(shares)])
    assert table["highest"].unique() == pytest.approx([max(shares)])
    assert table["rank"].tolist() == table["mean"].rank(ascending=False).tolist()
    assert table["rank_common"].tolist() == table["mean_common"].rank(ascending=False).tolist()


def test_few_positives_are_not_judged_where_they_are_too_rare():
    """Of 5 to 80 positives, at 1% the area of most is that before the first positive."""
    tasks = [
        make_task_scores(i, n=800, prevalence=pi) for i, pi in enumerate((0.00625, 0.1, 0.01))
    ]
    assert rows_of_study(tasks)["common"].eq(0.1).all()


@pytest.mark.parametrize(
    ("prevalences", "names"),
    [
        # Odds of 1 and 1/4.
        ((0.5, 0.2), ("auprg", "auroc")),
        ((0.5, 0.03), ("aupr", "auroc")),
        ((0.5, 0.03), ("auprg", "auprg@prevalence=0.1")),
    ],
)
def test_nothing_is_said_of_like_prevalences_or_where_one_is_stated(prevalences, names):
    assert rows_of_study(tasks_of(*prevalences), names).empty


def said(*rows):
    columns = ("model", "rank", "mean", "mean_common")
    limits = {"common": 0.1, "lowest": 0.02, "highest": 0.5, "datasets": 50}
    table = filled(AtCommonPrevalence, [dict(zip(columns, row, strict=True)) for row in rows])
    answer = make_answer(answer_tables() | {"common_prevalence": table.assign(**limits)})
    return [(warning.kind, warning.text) for warning in answer.warnings]


TEXT = (
    "AUPRG rises as positives get rarer, and its means are over 50 data sets with 2.0% to 50.0% "
    "positives. At a prevalence of 10% in each, {}. To compare models at one prevalence, add the "
    "measure 'auprg@prevalence=0.1'."
)


def test_a_warning_says_what_a_common_prevalence_gives():
    kept = "a still has the highest mean: 0.700 instead of 0.900"
    assert said(("a", 1, 0.9, 0.7), ("b", 2, 0.8, 0.6)) == [
        ("prevalences differ", TEXT.format(kept))
    ]
    turned = "b has the highest mean, 0.750, not a: 0.700 instead of 0.900"
    assert said(("b", 2, 0.8, 0.75), ("a", 1, 0.9, 0.7)) == [
        ("prevalences differ", TEXT.format(turned))
    ]
    assert said() == []
