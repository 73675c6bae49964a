from made_up_facts import make_facts
from prgbench.report.parts.given import paragraphs

FACTS = make_facts("made-up archive")


def test_what_is_given_comes_first(tables):
    first = paragraphs(tables, FACTS)[0]
    assert first.startswith("The fitted models and the partition of each task are taken as given")
    assert "independent only given the fitted models" in first


def test_changes_of_the_best_model(tables):
    lines = paragraphs(tables, FACTS)[2].splitlines()
    assert lines == [
        "- fold mean instead of pooled: 50.0% [40.0%, 60.0%] of 60 tasks by AUPR and "
        "25.0% [10.0%, 40.0%] of 60 tasks by AUROC.",
        "- another repeat: no task of this study repeats its cross-validation.",
        "- another half of the instances: 30.0% [20.0%, 40.0%] of 59 tasks by AUPR and "
        "20.0% [no interval] of 59 tasks by AUROC.",
    ]


def test_the_split_of_the_variance(tables):
    text = "\n".join(paragraphs(tables, FACTS))
    assert (
        "- AUPR and AUROC, 59 tasks: the task itself 50.0% [40.0%, 60.0%], the instances alone "
        "−10.0% [−20.0%, 0.0%], the draw of the models alone 20.0% [10.0%, 30.0%] and several of "
        "these together 40.0% [30.0%, 50.0%]."
    ) in text
    assert "What the partition and the fits add can't be told apart" in text
    assert "rough" not in text


def test_the_error_that_counts_training_sets(tables):
    assert paragraphs(tables, FACTS)[-1] == (
        "- AUPR: the error is 1.60 times that of the instances alone (median); the gap is more "
        "than twice the error in 3 of 12 tasks."
    )


def test_repeats_are_told_where_there_are_any(tables):
    values = {"across_repeats": 0.4, "one_measure": 0.3, "excess": 0.1, "lower": -0.02,
              "upper": 0.22, "tasks": 12, "datasets": 5}  # fmt: skip
    tables["given_pairs"] = tables["given_pairs"].assign(**values)
    text = "\n".join(paragraphs(tables, FACTS))
    assert (
        "- AUPR and AUROC: two measures in two repeats 40.0%, one measure in two repeats 30.0%, "
        "excess +10.0 points [−2.0, +22.0] (12 tasks, 5 data sets)."
    ) in text


def test_few_data_sets_are_said(tables):
    tables["variance_split"]["datasets"] = 7
    assert "*Fewer than 20 data sets give a rough split only.*" in paragraphs(tables, FACTS)


def test_what_has_no_variance_is_not_split(tables):
    tables["variance_split"]["variance"] = 0.0
    text = "\n".join(paragraphs(tables, FACTS))
    assert "- AUPR and AUROC, 59 tasks: no variance to split." in text
