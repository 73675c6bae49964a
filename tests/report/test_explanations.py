import re

import pandas as pd
import pytest
import yaml

from made_up_agreement import PAIRS, agreement_of
from made_up_facts import make_facts
from places import ROOT
from prgbench.data.models import Models
from prgbench.report.explanations import (
    METHODS,
    agreement_note,
    agreement_table,
    auroc_check,
    files,
    settings_text,
)

OF_EVERY_STUDY = [
    "answer.json", "report.md", "leaderboard.csv", "leaderboard.md", "leaderboard.tex",
    "winner.svg", "models.parquet", "tables/tasks.csv", "tables/macro.csv",
    "tables/task_agreement.csv",
    "tables/agreement.csv", "tables/exclusions_listed.csv", "tables/answer/", "figures/",
    "plan/plan.json",
]  # fmt: skip


@pytest.mark.parametrize(
    ("has", "more"),
    [
        ("nothing", []),
        ("robustness", ["tables/robustness/"]),
        ("verified", ["tables/verification.csv"]),
        ("replicated", ["tables/replication/"]),
    ],
)
def test_files_are_named_where_the_study_has_them(has, more):
    settings = {
        "robustness": ["multiverse"] if has == "robustness" else [],
        "replication": has == "replicated",
        "measures": ["aupr"],
    }
    listed = files(settings, verified=has == "verified")
    assert sorted(listed) == sorted(OF_EVERY_STUDY + more)
    assert listed["tables/agreement.csv"] == "a row per pair"


def test_the_note_names_the_rank_of_tied_models_and_the_level():
    note = agreement_note(make_facts(top=5))
    assert "the ordered top five differ if the first five places do." in note
    assert agreement_note(make_facts("x", 0.9, "the last of their ranks")).endswith(
        "of all models. Tied models get the last of their ranks. All intervals are 90% intervals."
    )


def test_settings_stand_in_their_order_on_lines_of_about_99_letters():
    settings = {"title": "b", "archive": "ä", "note": " ".join(["word"] * 30)}
    text = settings_text(settings)
    assert text.startswith("title: b\narchive: ä\nnote: word")
    # A line ends at the first space beyond 99 letters: after "note:" and 19 words of 5 letters.
    assert [len(line) for line in text.splitlines()[2:]] == [5 + 19 * 5, 1 + 11 * 5]
    assert yaml.safe_load(text) == settings


def test_check_against_the_archive():
    stored = pd.DataFrame(
        {
            "stored_auroc": [0.75, 0.5, 0.25, None],
            "pooled_auroc": [0.750002, 0.499999, 0.250005, 0.8],
        }
    )
    assert auroc_check(Models(stored, [])) == (
        "The source stores an AUROC for 3 of 4 models; ours differs from it by at most 5.0e-06 "
        "(median 2.0e-06). Models with a difference above 1e-05 are left out and counted above."
    )
    assert auroc_check(Models(stored.assign(stored_auroc=float("nan")), [])) == ""


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


def test_a_users_measure_is_called_as_in_the_figures():
    summary = agreement_of([("aupr", "mine:top_ten")]).assign(datasets=9)
    assert "| AUPR and top_ten |" in agreement_table(summary, make_facts())


def test_shares_of_few_data_sets_are_no_table():
    assert agreement_table(agreement_of(PAIRS).assign(datasets=5), make_facts()) == ""


def test_the_pages_that_explain_the_methods_have_these_titles():
    pages = [ROOT / "docs" / f"{name}.md" for name in ("answer", "comparison", "validity")]
    for path in pages:
        title = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        assert f'"{title}"' in METHODS
