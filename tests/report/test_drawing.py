import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from golden_files import check_golden
from made_up_facts import make_facts
from made_up_tasks import make_setting, make_tables, make_task_scores
from prgbench.plotting.rows import draw_rows
from prgbench.plotting.words import measure_label, pair_labels
from prgbench.report.parts import SHOWN

FACTS = make_facts("made-up archive")
FIGURES = {name: draw for part in SHOWN for name, draw in part.figures.items()}


@pytest.fixture(scope="module")
def tables():
    tasks = [make_task_scores(task_id, n=160, ties=False) for task_id in range(1, 9)]
    return make_tables(
        [part.name for part in SHOWN],
        tasks,
        make_setting(replicates=10),
    )


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_drawn_and_named(tables, name):
    drawn = FIGURES[name](tables, FACTS)
    drawn.figure.canvas.draw()
    assert "made-up archive" in drawn.caption
    assert drawn.caption.endswith(".")
    assert drawn.alt.endswith(".")
    assert "nan" not in drawn.alt
    panels = [axes for part in (drawn.figure, *drawn.figure.subfigs) for axes in part.axes]
    assert any(axes.has_data() or axes.images for axes in panels)
    assert np.isfinite(drawn.data.select_dtypes("number")).any().all()


@pytest.mark.parametrize("name", FIGURES)
def test_one_data_set_without_intervals_is_drawn(tables, name):
    bare = {}
    for key, table in tables.items():
        gone = [c for c in table if str(c).endswith(("lower", "upper")) and "quartile" not in c]
        bare[key] = table.assign(**dict.fromkeys(gone, np.nan))
    drawn = FIGURES[name](bare, FACTS)
    assert "nan" not in drawn.alt + drawn.caption
    drawn.figure.canvas.draw()


@pytest.mark.parametrize("name", FIGURES)
def test_captions_name_the_level_of_the_study(tables, name):
    drawn = FIGURES[name](tables, FACTS)
    other = FIGURES[name](tables, make_facts("made-up archive", confidence_level=0.84)).caption
    assert "95%" not in other
    assert other.count("84%") == drawn.caption.count("95%")


def words_of(name, drawn):
    """Return what is written in, below and instead of a figure."""
    panels = [axes for part in (drawn.figure, *drawn.figure.subfigs) for axes in part.axes]
    panels = list(dict.fromkeys(panels))
    labels = [
        f"{axes.get_title(loc='left')} | {axes.get_xlabel()} | {axes.get_ylabel()}"
        for axes in panels
    ]
    legends = [text.get_text() for legend in drawn.figure.legends for text in legend.get_texts()]
    return "\n".join([f"== {name} ==", drawn.caption, drawn.alt, *labels, ", ".join(legends)])


def test_every_caption_is_as_it_was_read(tables):
    texts = [words_of(name, draw(tables, FACTS)) for name, draw in FIGURES.items()]
    check_golden("figures_of_parts", "\n\n".join(texts))


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
    draw_rows(axes, table, row="task", series="kind", value="value", lower="low", upper="high")
    filled, opened = axes.get_lines()
    assert filled.get_xydata().tolist() == [[0.2, 0.0]]
    # Without an interval the mark is open, in the same look.
    assert opened.get_xydata().tolist() == [[0.7, 1.0]]
    assert opened.get_markerfacecolor() == "w"
    assert opened.get_marker() == filled.get_marker()
    segments = [s.tolist() for s in axes.collections[0].get_segments() if np.isfinite(s).all()]
    assert [s for s in segments if s] == [[[0.1, 0.0], [0.4, 0.0]]]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["x", "y"]
    assert axes.yaxis_inverted()


def test_measures_are_called_by_their_labels():
    assert measure_label("auprg") == "AUPRG"
    table = pd.DataFrame({"measure_a": ["aupr"], "measure_b": ["mine"]})
    assert pair_labels(table).tolist() == ["AUPR – mine"]
