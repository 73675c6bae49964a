import re

import pandas as pd
import pytest

from made_up_agreement import PAIRS, agreement_of
from made_up_answer import BELOW, answer_tables, make_answer
from made_up_facts import make_facts
from made_up_models import with_columns
from places import ROOT
from prgbench.data.models import Models
from prgbench.plotting.drawn import SavedFigure
from prgbench.report.markdown_report import (
    METHODS,
    agreement_table,
    auroc_check,
    render_report,
)
from prgbench.report.provenance import Provenance
from prgbench.report.replicated import Replicated
from prgbench.report.statements import Statement, statement_table

FRAME = pd.DataFrame(
    {
        "task_id": [1, 1], "dataset_id": [1, 1],
        "stored_auroc": [0.75, None], "pooled_auroc": [0.750002, 0.8],
    }
)  # fmt: skip
MODELS = Models(FRAME, ())
PROVENANCE = Provenance(
    "demo archive",
    "17 tasks on 4 data sets, 510 models",
    "2026-11-20T09:30:00+00:00",
    "0.1.0",
    "3f2a9c1",
    ("The column a_b holds whole numbers only.",),
)
SETTINGS = {
    "title": "Title", "replication": False, "robustness": [],
    "measures": ["aupr", "auprg", "auroc"],
}  # fmt: skip
REPLICATION = SETTINGS | {"replication": True}


def make_figure(name):
    return SavedFigure(f"figures/{name}.png", f"What {name} is.", alt=name, drawn=True)


def page(**changes):
    arguments = {
        "settings": SETTINGS, "facts": make_facts("demo archive"),
        "provenance": PROVENANCE, "models": MODELS,
        "summary": agreement_of(PAIRS).assign(datasets=9),
        "exclusions": pd.DataFrame({"stage": ["fetch"], "reason": ["gone"], "count": [3]}),
        "answer": make_answer(),
        "figures": [make_figure(name) for name in "ab"],
    }  # fmt: skip
    return render_report(**{**arguments, **changes})


def test_page_says_source_numbers_figures_and_exclusions():
    text = page()
    assert "# Title" in text
    assert "17 tasks on 4 data sets, 510 models" in text
    assert "Planned on 2026-11-20, made by prgbench 0.1.0 (3f2a9c1)" in " ".join(text.split())
    assert "**demo archive**" in text
    assert "25.0%" in text
    assert "![b](figures/b.png)" in text
    assert "*What b is.*" in text
    assert "gone" in text


def test_what_looks_wrong_is_said_first():
    lines = page(answer=make_answer(warnings=[BELOW])).splitlines()
    assert lines[:4] == [
        "# Title",
        "",
        r"**Warning:** 1 of 3 models is worse than chance: x\*y &lt;b&gt;.",
        "",
    ]
    assert lines[4].startswith("17 tasks on 4 data sets, 510 models. ")
    assert page().splitlines()[2] == lines[4]


def test_the_page_begins_with_the_answer_and_its_figure():
    text = page()
    start = text.split("## All pairs")[0]
    assert "## The answer" in start
    verdict, figure, numbers = (
        start.index(text)
        for text in ("AUPR and AUPRG rank", "![a](figures/a.png)", "AUPR and AUPRG 4 of 17")
    )
    assert verdict < figure < numbers
    assert "![b]" not in start
    assert text.count("![a]") == 1


def test_noise_alone_stands_beside_the_numbers_of_the_paper():
    text = page(settings=REPLICATION, null=answer_tables()["noise_alone"])
    [row] = [line for line in text.splitlines() if "different best models, AUPR and AUPRG" in line]
    assert [cell.strip() for cell in row.split("|")[2:6]] == [
        "24%",
        "[25.0%](report/index.html#tasks?pair=aupr~auprg&show=differs)",
        "15.0% (10.0% to 20.0%)",
        "25.0% (15.0% to 35.0%)",
    ]
    assert "Noise alone: the number" in text


def test_only_a_replication_has_the_papers_numbers():
    text = page(exclusions=pd.DataFrame())
    assert "paper" not in text.split("## All pairs")[0]
    assert "Nothing." in text


def test_statements_and_guesses_stand_in_the_report_of_a_replication():
    assert "What the paper leaves open" not in page()
    replicated = Replicated(
        statement_table([Statement("AUPR of AdaBoost", "0.724", "0.5", False, 3872)]),
        pd.DataFrame({"guess": ["folds"], "how": ["the part multiverse"]}),
    )
    text = page(settings=REPLICATION, replicated=replicated)
    part = text.split("### What else section 4 states")[1].split("## All pairs")[0]
    [row] = [line for line in part.splitlines() if "AdaBoost" in line]
    assert [cell.strip() for cell in row.strip("|").split("|")] == [
        "AUPR of AdaBoost", "0.724", "[0.5](report/index.html#task?id=3872)", "no"
    ]  # fmt: skip
    assert "| folds   | the part multiverse |" in part.split("### What the paper leaves open")[1]
    assert "[tables/replication/](tables/replication/)" in text
    assert "tables/replication/" not in page()


def test_check_against_the_archive():
    stored = pd.DataFrame(
        {
            "stored_auroc": [0.75, 0.5, 0.25, None],
            "pooled_auroc": [0.750002, 0.499999, 0.250005, 0.8],
        }
    )
    assert auroc_check(Models(stored, ())) == (
        "The source stores an AUROC for 3 of 4 models; ours differs from it by at most 5.0e-06 "
        "(median 2.0e-06). Models with a difference above 1e-05 are left out and counted above."
    )
    without = with_columns(MODELS, stored_auroc=float("nan"))
    assert auroc_check(without) == ""


def test_sections_of_others_are_included():
    assert "## More\n\nText." in page(sections=["## More\n\nText."])


def test_a_second_opinion_is_a_section_if_there_is_one():
    assert "second opinion" not in page()
    assert "tables/verification.csv" not in page()
    text = page(second_opinion="**20 of 20 agree**")
    assert "\n\n## A second opinion\n\n**20 of 20 agree**\n\n## Settings\n" in text
    assert "- [A second opinion](#a-second-opinion)\n" in text
    assert "- [tables/verification.csv](tables/verification.csv): the models that other" in text


def test_a_template_without_its_values_is_an_error():
    with pytest.raises(TypeError):
        render_report(settings=SETTINGS)


def test_the_report_says_where_the_settings_are():
    part = page().split("## Settings")[1].split("## How to cite")[0]
    assert "[page](report/index.html#settings)" in part
    assert "[plan](plan/plan.json)" in part


@pytest.mark.parametrize(
    ("facts", "sentences"),
    [
        (make_facts("x"), ["the mean of their ranks. All", "are 95% intervals."]),
        (
            make_facts("x", 0.8, "the first"),
            ["Tied models get the first. All", "are 80% intervals."],
        ),
    ],
)
def test_the_page_names_the_level_and_the_way_to_rank_ties(facts, sentences):
    text = " ".join(page(facts=facts).split())
    assert all(sentence in text for sentence in sentences)


def test_a_users_measure_is_called_as_in_the_figures():
    table = page(summary=agreement_of([("aupr", "mine:top_ten")]).assign(datasets=9))
    assert "| AUPR and top_ten |" in table


def test_a_title_is_no_markup():
    title = "**a** <b>\n```\n# c"
    text = page(settings=SETTINGS | {"title": title})
    assert text.startswith("# \\*\\*a\\*\\* &lt;b&gt; \\`\\`\\` \\# c\n")


def test_contents_lead_to_every_section_and_links_to_files():
    text = page(sections=["## More than noise?\n\n### Pairs & others\n\ntext"])
    start = text.split("## The answer")[0]
    assert "- [The answer](#the-answer)\n" in start
    assert (
        "- [More than noise?](#more-than-noise)\n  - [Pairs & others](#pairs--others)\n" in start
    )
    headings = re.findall("^## (.*)", text, flags=re.M)
    assert re.findall(r"^- \[(.*)\]", start, flags=re.M) == headings
    for file in ("report/index.html", "answer.json", "tables/tasks.csv", "plan/plan.json"):
        assert f"[{file}]({file})" in text


def test_tables_on_robustness_are_named_where_there_are_any():
    assert "tables/robustness/" not in page()
    text = page(settings=SETTINGS | {"robustness": ["multiverse"]})
    assert "[tables/robustness/](tables/robustness/)" in text


def test_how_to_cite_names_project_and_paper():
    text = page().split("## How to cite")[1]
    assert "@software{prgbench," in text
    assert "PR Analysis Done Right" in text


def cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def stands_right(line):
    """Tell whether all cells but the first end one space before the next."""
    return all(re.search(r"(\S|^ *) $", cell) for cell in line.strip("|").split("|")[1:])


def test_each_pair_has_its_shares_and_its_correlations():
    summary = agreement_of([("aupr", "auprg")]).assign(
        datasets=6, best_differs=0.1234, best_differs_expected=0.2, best_differs_surely=0.05,
        top_differs=1.0, rank_correlation=0.9876, spearman_median=-0.5,
    )  # fmt: skip
    head, rule, row = agreement_table(summary, make_facts()).splitlines()
    assert re.fullmatch(r"\|:-+\|(-+:\|){6}", rule)
    assert stands_right(row)
    assert dict(zip(cells(head), cells(row), strict=True)) == {
        "": "AUPR and AUPRG",
        "best models differ": "12.3%",
        "ties in one random order": "20.0%",
        "no shared best model": "5.0%",
        "ordered top three differ": "100.0%",
        "correlation of ranks": "0.988",
        "median of the tasks": "−0.500",
    }


def test_the_table_of_the_paper_has_its_number_and_ours():
    text = page(settings=REPLICATION)
    part = text.split("## Printed in the paper, found here")[1].split("## All pairs")[0]
    head, _, *rows = [line for line in part.splitlines() if line.startswith("|")]
    assert cells(head)[:3] == ["", "printed in the paper", "found here"]
    assert all(map(stands_right, rows))
    assert len(rows) == 15
    assert cells(rows[0]) == ["Tasks", "886", "[17](report/index.html#tasks)", "", ""]
    link = "report/index.html#heatmap?x=aupr&y=auprg"
    correlation = ["Correlation of the ranks, AUPR and AUPRG", "0.95", f"[0.951]({link})", "", ""]
    assert correlation in map(cells, rows)


def test_what_was_left_out_is_counted():
    part = page().split("## What was left out\n")[1].split("## Check")[0]
    assert [cells(line) for line in part.splitlines() if line.startswith("|")][::2] == [
        ["stage", "reason", "count"],
        ["fetch", "gone", "3"],
    ]
    assert "Each of them: [tables/exclusions_listed.csv](tables/exclusions_listed.csv)." in part


def test_shares_of_few_data_sets_are_no_table():
    assert agreement_table(agreement_of(PAIRS).assign(datasets=5), make_facts()) == ""
    assert "## All pairs" not in page(summary=agreement_of(PAIRS).assign(datasets=5))


def test_a_figure_that_is_not_drawn_is_left_out():
    missing = SavedFigure("figures/a.png", "Drawn from 6 data sets on.", alt="a", drawn=False)
    text = page(figures=[missing, make_figure("b")])
    assert "Drawn from 6" not in text
    assert text.index("## Figures") < text.index("![b]")
    assert "## Figures" not in page(figures=[missing])


def test_the_curves_of_one_data_set_stand_beside_its_answer():
    missing = SavedFigure("figures/a.png", "Drawn from 6 data sets on.", alt="a", drawn=False)
    answer = make_answer().model_copy(update={"datasets": 1})
    text = page(figures=[missing, make_figure("b")], answer=answer)
    assert "![b]" in text.split("Methods:")[0]
    assert "## Figures" not in text


def test_the_pages_that_explain_the_methods_have_these_titles():
    pages = [ROOT / "docs" / f"{name}.md" for name in ("answer", "comparison", "validity")]
    for path in pages:
        title = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        assert f'"{title}"' in METHODS
    assert "docs/" not in page()
