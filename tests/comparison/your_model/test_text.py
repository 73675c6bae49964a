import numpy as np

from made_up_facts import make_facts
from made_up_tasks import make_setting, models_of
from prgbench.comparison.your_model.tables import place_model
from prgbench.comparison.your_model.text import model_page


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
    assert "in brackets, the 90% interval by resampling instances" in page


def test_models_are_told_apart_at_the_level_of_the_study(task, bundle):
    scores = np.random.default_rng(0).random(60)
    table = place_model(scores, bundle, models_of([task]), make_setting(replicates=40))
    table = table.iloc[:1].assign(p_value=0.07)
    for level, found in ((0.9, "told apart"), (0.95, "not told apart")):
        page = model_page(
            table, make_facts("made-up archive", level), file="mine.csv", task="task 1"
        )
        assert f"the two are {found} (p = 0.070)" in page
