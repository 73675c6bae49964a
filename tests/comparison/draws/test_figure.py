import pandas as pd
import pytest

from made_up_facts import make_facts
from made_up_tasks import make_tables, make_task_scores
from prgbench.comparison.draws.figure import draws


def test_sizes_that_no_task_has_are_not_drawn():
    tasks = [make_task_scores(task_id, n=40) for task_id in range(1, 5)]
    tables = make_tables(["draws"], tasks, draws={"sizes": (2, 6, 50), "draws": 7})
    drawn = draws(tables, make_facts("made-up archive"))
    [axes] = drawn.figure.axes
    assert [text.get_text() for text in axes.get_xticklabels()] == ["2", "6"]
    assert "7 draws" in drawn.caption


def made_up(tasks=(40, 40, 12)):
    """Return the part's table of two pairs at 2, 10 and 30 models, the last of which none has."""
    rows = [
        {"measure_a": "aupr", "measure_b": other, "size": size, "best_differs": share + more,
         "sd": 0.01, "tasks": n, "draws": 7}
        for other, more in (("auprg", 0.0), ("auroc", 0.125))
        for size, share, n in zip((2, 10, 30), (0.25, 0.5, float("nan")), tasks, strict=True)
    ]  # fmt: skip
    return {"draws": pd.DataFrame(rows)}


def test_two_pairs_by_hand():
    drawn = draws(made_up(), make_facts("made-up archive"))
    [axes] = drawn.figure.axes
    first, second = axes.containers
    # On the logarithmic axis the two stand .015 of a size to the left and to the right.
    assert first[0].get_xdata() == pytest.approx([1.97, 9.85])
    assert second[0].get_xdata() == pytest.approx([2.03, 10.15])
    assert first[0].get_ydata().tolist() == [0.25, 0.5]
    assert second[0].get_ydata().tolist() == [0.375, 0.625]
    bars = [segment[:, 1].tolist() for segment in first[2][0].get_segments()]
    assert bars == [pytest.approx([0.24, 0.26]), pytest.approx([0.49, 0.51])]
    assert axes.get_xticks().tolist() == [2, 10]
    low, high = axes.get_ylim()
    assert low == pytest.approx(-0.03 * high)
    assert drawn.caption.startswith(
        "Disagreement by the number of models (made-up archive, 40 tasks): mean and standard "
        "deviation over 7 draws without replacement; "
    )
    assert drawn.alt == (
        "Share of tasks with different best models against the number of models drawn; with 10: "
        "AUPR – AUPRG 50.0%; AUPR – AUROC 62.5%."
    )
    assert drawn.data["size"].tolist() == [2, 10, 2, 10]


def test_sizes_of_more_and_fewer_tasks_are_a_range():
    drawn = draws(made_up(tasks=(1040, 40, 12)), make_facts("made-up archive"))
    assert "(made-up archive, 40 to 1,040 tasks)" in drawn.caption


def test_no_task_with_enough_models_is_a_sentence():
    tables = made_up()
    tables["draws"]["best_differs"] = float("nan")
    drawn = draws(tables, make_facts())
    assert drawn.figure is None
    assert drawn.caption == "No task has as many models as the smallest draw."
