import numpy as np
import pytest

from golden_files import check_golden
from made_up_facts import make_facts
from made_up_tasks import make_setting, make_tables, make_task_scores
from prgbench.answer.aggregation import RULES, RuleLeader
from prgbench.answer.interface import table_of
from prgbench.report.parts import SHOWN

FACTS = make_facts("made-up archive")
FIGURES = {name: draw for part in SHOWN for name, draw in part.figures.items()}


@pytest.fixture(scope="module")
def tables():
    tasks = [make_task_scores(task_id, n=160, ties=False) for task_id in range(1, 9)]
    tables = make_tables([part.name for part in SHOWN], tasks, make_setting(replicates=10))
    # So few instances make no disagreement certain, and so few data sets have no leaderboard.
    certain = tables["certain"]
    leaders = [
        RuleLeader(measure, rule, f"m{model}", model + 1, 0.9 - model / 10, (0.75, 0.25, 0)[model])
        for measure in ("aupr", "auroc")
        for rule in RULES
        for model in range(3)
    ]
    # Who wins where is drawn of a single data set, of enough instances.
    of_one = make_tables(["costs"], [make_task_scores(1, n=400)], make_setting(replicates=10))
    costs = {name: table for name, table in of_one.items() if name.startswith("cost")}
    return (
        tables
        | costs
        | {
            "certain": certain.assign(certain=certain["disagreements"].clip(upper=1)),
            "rule_leaders": table_of(RuleLeader, leaders),
        }
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
