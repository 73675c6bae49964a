from made_up_facts import make_facts
from prgbench.comparison.stability.text import paragraphs


def test_every_number_is_named(make_table):
    first, lines, last = paragraphs(make_table(), make_facts("made-up archive", 0.9))
    assert "in brackets, the 90% interval by resampling data sets" in first
    assert lines == (
        "- AUPR: 30.0% of the replicates [25.0%, 35.0%] in the mean of 17 tasks, quartiles "
        "10.0%, 28.0% and 50.0%.\n"
        "- AUROC: 20.0% of the replicates [10.0%, 30.0%] in the mean of 16 tasks, quartiles "
        "5.0%, 15.0% and 25.0%. Undefined in 1 task."
    )
    assert "not a fresh sample" in last


def test_no_verdict_and_no_comparison_of_measures(make_table):
    text = "\n".join(paragraphs(make_table(), make_facts("made-up archive")))
    for word in ("excess", "within noise", "floor", "not shown", "more than noise:"):
        assert word not in text


def test_tasks_without_replicates_are_said(make_table):
    nan = float("nan")
    table = make_table(differs=nan, lower=nan, tasks=0, undefined=17)
    assert "- AUPR: undefined in all of 17 tasks." in paragraphs(table, make_facts("test"))[1]
