from made_up_facts import make_facts
from prgbench.comparison.stability.figure import stability


def test_means_with_intervals_and_quartiles(make_table):
    drawn = stability(make_table(), make_facts("made-up archive", 0.9))
    means, quartiles = drawn.figure.axes
    assert means.get_lines()[0].get_xdata().tolist() == [0.3, 0.2]
    assert [s[:, 0].tolist() for s in means.collections[0].get_segments()] == [
        [0.25, 0.35],
        [0.1, 0.3],
    ]
    assert [tick.get_text() for tick in means.get_yticklabels()] == ["AUPR", "AUROC"]
    assert quartiles.get_lines()[0].get_xdata().tolist() == [0.28, 0.15]
    assert [s[:, 0].tolist() for s in quartiles.collections[0].get_segments()] == [
        [0.1, 0.5],
        [0.05, 0.25],
    ]
    assert means.get_xlabel() == "Replicates, mean over tasks"
    assert quartiles.get_xlabel() == "Replicates, quartiles over tasks"
    assert drawn.caption == (
        "Stability of the best models (made-up archive, 17 tasks on 9 data sets): the share of a "
        "task's bootstrap replicates in which the best models are others than on the task itself, "
        "tied models in one random order. Left: mean over the tasks, with 90% interval by "
        "resampling data sets. Right: median and quartiles over the tasks."
    )
    assert drawn.alt == (
        "Share of bootstrap replicates with other best models, mean over tasks: AUPR 30.0%; AUROC "
        "20.0%."
    )
    assert drawn.data.groupby("panel")["value"].apply(list).to_dict() == {
        "mean": [0.3, 0.2],
        "quartiles": [0.28, 0.15],
    }


def test_means_without_an_interval_are_open_marks(make_table):
    table = make_table(lower=float("nan"), upper=float("nan"))
    drawn = stability(table, make_facts())
    assert drawn.caption.endswith(
        "quartiles over the tasks. Open marks have no interval: they stand on fewer than 6 data "
        "sets, or do not vary between them."
    )


def test_few_tasks_are_a_sentence(make_table):
    drawn = stability(make_table(tasks=[8, 7]), make_facts())
    assert drawn.data["row"].tolist() == ["AUPR", "AUPR"]
    drawn = stability(make_table(tasks=7), make_facts())
    assert drawn.figure is None
    assert drawn.caption == "How stable the best models are is not drawn for fewer than 8 tasks."
