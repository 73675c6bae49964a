import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from made_up_tasks import make_setting, make_tables, make_task_scores
from places import ROOT
from prgbench.comparison.drawing import draw_parts
from prgbench.comparison.parts import PARTS
from prgbench.plotting.interval_rows import draw_rows
from prgbench.plotting.labels import measure_label, pair_labels

FACTS = make_facts("made-up archive")
FIGURES = {name: part.load("figure", name) for part in PARTS for name in part.figures}


@pytest.fixture(scope="module")
def tables():
    tasks = [make_task_scores(task_id, n=60, ties=False) for task_id in range(1, 9)]
    return make_tables(
        [part.name for part in PARTS],
        tasks,
        make_setting(replicates=10),
        draws={"draws": 5, "sizes": (2, 4, 50)},
        leaderboard={"fewest_tasks": 2},
    )


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_drawn_and_named(tables, name):
    figure, caption = FIGURES[name](tables, FACTS)
    figure.canvas.draw()
    assert "made-up archive" in caption
    assert caption.endswith(".")
    drawn = [axes for part in (figure, *figure.subfigs) for axes in part.axes]
    assert any(axes.has_data() or axes.images for axes in drawn)


@pytest.mark.parametrize("name", FIGURES)
def test_one_data_set_without_intervals_is_drawn(tables, name):
    bare = {}
    for key, table in tables.items():
        gone = [c for c in table if str(c).endswith(("lower", "upper")) and "quartile" not in c]
        bare[key] = table.assign(**dict.fromkeys(gone, np.nan))
    figure, _ = FIGURES[name](bare, FACTS)
    figure.canvas.draw()


@pytest.mark.parametrize("name", FIGURES)
def test_captions_name_the_level_of_the_study(tables, name):
    _, caption = FIGURES[name](tables, FACTS)
    _, other = FIGURES[name](tables, make_facts("made-up archive", confidence_level=0.84))
    assert "95%" not in other
    assert other.count("84%") == caption.count("95%")


def test_the_figures_of_a_part_are_saved_with_their_captions(tables, tmp_path):
    draw_parts(
        ["ties", "measure_matrix", "duplicates"],
        tables,
        FACTS,
        sheet=ROOT / "config" / "figures.mplstyle",
        folder=tmp_path,
        formats=["png"],
        processes=2,
    )
    names = ["duplicates", "measure_matrix", "metric_map", "ties"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        f"{name}.{suffix}" for name in names for suffix in ("md", "png")
    )


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


def test_measures_are_called_by_their_labels():
    assert measure_label("gini") == "Gini"
    table = pd.DataFrame({"measure_a": ["aupr"], "measure_b": ["mine"]})
    assert pair_labels(table).tolist() == ["AUPR – mine"]
