import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from made_up_store import write_task
from made_up_tasks import NAMES, RANKING, make_task_scores, models_of
from prgbench.archive.store.bundle import BundleStore
from prgbench.comparison.draw import COMPARISON_FIGURES
from prgbench.comparison.per_task import Setting, instance_tables, noise_tables
from prgbench.comparison.run import PARTS, Study, compare
from prgbench.comparison.table_files import gather
from prgbench.plotting.interval_rows import draw_rows, measure_label, pair_labels
from prgbench.replication.agreement import task_agreement

OPTIONS = {
    "noise_floor": {"winner_share": 0.05},
    "separability": {"level": 0.05},
    "regret": {"splits": 2},
    "ties": {"tolerances": [0, 1e-3]},
    "draws": {"draws": 5, "sizes": [2, 4, 50]},
    "rank_agreement": {"persistence": 0.9},
    "prevalence": {"prevalences": [0.1, 0.5]},
}


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    tasks = [make_task_scores(task_id, n=60, ties=False) for task_id in range(1, 9)]
    store = BundleStore(tmp_path_factory.mktemp("store"))
    for task in tasks:
        write_task(store, task)
    models = models_of(tasks)
    setting = Setting(NAMES, RANKING, 3, 0.95, {part: OPTIONS.get(part, {}) for part in PARTS})
    made = [
        *instance_tables(models, store, setting),
        *noise_tables(models, store, setting, replicates=10),
    ]
    agreement = task_agreement(models, setting.measures)
    return compare(Study(models, agreement, gather(made), setting, resamples=50))


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


@pytest.mark.parametrize("name", COMPARISON_FIGURES)
def test_every_figure_is_drawn_and_named(tables, name):
    figure, caption = COMPARISON_FIGURES[name](tables, "made-up archive")
    figure.canvas.draw()
    assert "made-up archive" in caption
    assert caption.endswith(".")
    drawn = [axes for part in (figure, *figure.subfigs) for axes in part.axes]
    assert any(axes.has_data() or axes.images for axes in drawn)


@pytest.mark.parametrize("name", COMPARISON_FIGURES)
def test_one_data_set_without_intervals_is_drawn(tables, name):
    bare = {}
    for key, table in tables.items():
        gone = [c for c in table if str(c).endswith(("lower", "upper")) and "quartile" not in c]
        bare[key] = table.assign(**dict.fromkeys(gone, np.nan))
    figure, _ = COMPARISON_FIGURES[name](bare, "made-up archive")
    figure.canvas.draw()


def test_points_and_intervals_stand_where_the_table_says():
    table = pd.DataFrame(
        {
            "task": ["x", "y"],
            "kind": ["k", "k"],
            "value": [0.2, 0.7],
            "low": [0.1, np.nan],
            "high": [0.4, np.nan],
        }
    )
    _, axes = plt.subplots()
    draw_rows(axes, table, row="task", colour="kind", value="value", lower="low", upper="high")
    [points] = axes.get_lines()
    assert points.get_xydata().tolist() == [[0.2, 0.0], [0.7, 1.0]]
    segments = [s.tolist() for s in axes.collections[0].get_segments() if np.isfinite(s).all()]
    assert [s for s in segments if s] == [[[0.1, 0.0], [0.4, 0.0]]]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["x", "y"]
    assert axes.yaxis_inverted()


def test_percentages_show_the_estimates(tables):
    figure, _ = COMPARISON_FIGURES["percentages"](tables, "made-up archive")
    shown = sorted({x for line in figure.axes[0].get_lines() for x in line.get_xdata()})
    own = tables["intervals"].query("statistic == 'best_differs'")["estimate"]
    assert shown == sorted(set(own))


def test_a_failed_self_test_can_not_be_overlooked(tables):
    broken = tables | {"self_tests": tables["self_tests"].assign(best_differs=0.1)}
    _, caption = COMPARISON_FIGURES["measure_matrix"](broken, "made-up archive")
    assert "THEY DO" in caption
    _, caption = COMPARISON_FIGURES["measure_matrix"](tables, "made-up archive")
    assert "they never do" in caption


def test_measures_are_called_by_their_labels():
    assert measure_label("gini") == "Gini"
    table = pd.DataFrame({"measure_a": ["aupr"], "measure_b": ["mine"]})
    assert pair_labels(table).tolist() == ["AUPR – mine"]


@pytest.mark.parametrize("name", ["aggregation", "prevalence", "metric_map"])
def test_what_can_not_be_computed_is_said_in_the_figure(tables, name):
    empty = tables | dict.fromkeys(
        ["aggregation", "prevalence", "metric_map", "metric_tree"], pd.DataFrame()
    )
    figure, caption = COMPARISON_FIGURES[name](empty, "made-up archive")
    assert figure.axes[0].texts
    assert "made-up archive" in caption


def test_no_disagreement_leaves_an_empty_attribution(tables):
    empty = tables | {"attribution": tables["attribution"].iloc[:0]}
    figure, _ = COMPARISON_FIGURES["attribution"](empty, "made-up archive")
    figure.canvas.draw()
