import numpy as np
import pandas as pd
import pytest

from made_up_facts import make_facts
from made_up_store import write_task
from made_up_tasks import make_setting, make_task_scores, models_of
from prgbench.answer.own_model import place_model
from prgbench.report.own_model import model_page
from prgbench.sources.store.bundle import BundleStore


@pytest.fixture
def task():
    return make_task_scores(n=60)


@pytest.fixture
def bundle(task, tmp_path):
    store = BundleStore(tmp_path)
    write_task(store, task)
    return store.open(1)


def test_the_page_says_where_the_model_stands(task, bundle):
    setting = make_setting(replicates=40)
    table = place_model(-1.0 * task.y_true, bundle, models_of([task]), setting)
    facts = make_facts("made-up archive", 0.9)
    page = model_page(table, facts, file="mine.csv", task="task 1 (data-1)")
    assert page.startswith(
        "# mine.csv on task 1 (data-1)\n\nAmong 6 models from the source **made-up archive**"
    )
    assert "AUROC: 0, rank 7 of 7; " in page
    assert "behind the best other model, weka.Flow" in page
    assert "nan" not in page
    assert "In brackets: the 90% interval of the distance to the best other model" in page
    assert "The 90% model confidence set has" in page


@pytest.mark.parametrize(
    ("in_set", "set_size", "found"),
    [
        (True, 1, "[−0.0100, 0.0400]; alone in the confidence set."),
        (True, 5, "[−0.0100, 0.0400]; in the confidence set of 5 models."),
        (False, 1, "[−0.0100, 0.0400]; not in the confidence set of 1 model."),
    ],
)
def test_the_page_says_whether_the_model_could_be_the_best_one(in_set, set_size, found):
    row = {
        "by": "aupr",
        "value": 0.5,
        "rank": 2.0,
        "tied": 1,
        "models": 7,
        "rival": 3,
        "rival_flow": "weka.J48",
        "rival_value": 0.48,
        "ahead": 0.02,
        "lower": -0.01,
        "upper": 0.04,
        "in_set": in_set,
        "set_size": set_size,
    }
    target = {"by": "max_f1", "in_set": np.nan, "set_size": np.nan}
    page = model_page(
        pd.DataFrame([row, row | target]), make_facts(), file="mine.csv", task="task 1"
    )
    assert (
        f"- AUPR: 0.5000, rank 2 of 7; 0.0200 ahead of the best other model, weka.J48, {found}"
        in page
    )
    assert page.count("\n- ") == 1


def test_names_are_shown_as_they_are(task, bundle):
    models = models_of([task]).assign(flow_name="<b>| [x](y)\x1b[31m\n*")
    table = place_model(-1.0 * task.y_true, bundle, models, make_setting(replicates=40))
    page = model_page(table, make_facts(), file="<i>.csv", task="task 1 (a|b\n# c)")
    assert page.startswith("# &lt;i&gt;.csv on task 1 (a\\|b \\# c)\n\nAmong 6 models")
    shown = r"&lt;b&gt;\| \[x\](y)\[31m \*"
    assert f"behind the best other model, {shown}, [" in page
    assert f" {shown} |\n" in page
    assert "\x1b" not in page
