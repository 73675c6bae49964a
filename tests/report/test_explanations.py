import pandas as pd
import pytest
import yaml

from places import ROOT
from prgbench.data.models import Models
from prgbench.report.explanations import (
    METHODS,
    auroc_check,
    files,
    noise_of,
    settings_text,
)

OF_EVERY_STUDY = [
    "answer.json", "report.md", "leaderboard.csv", "leaderboard.md", "leaderboard.tex",
    "models.parquet", "tables/tasks.csv", "tables/macro.csv",
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


def test_settings_stand_in_their_order_on_lines_of_about_99_letters():
    settings = {"title": "b", "archive": "ä", "note": " ".join(["word"] * 30)}
    text = settings_text(settings)
    assert text.startswith("title: b\narchive: ä\nnote: word")
    # A line ends at the first space beyond 99 letters: after "note:" and 19 words of 5 letters.
    assert [len(line) for line in text.splitlines()[2:]] == [5 + 19 * 5, 1 + 11 * 5]
    assert yaml.safe_load(text) == settings


def test_settings_name_no_folder_of_the_computer():
    settings = {
        "archive": ["/home/me/a.csv", "data/b.csv"],
        "figures": {"style": "/opt/x.mplstyle"},
    }
    assert yaml.safe_load(settings_text(settings)) == {
        "archive": ["a.csv", "data/b.csv"], "figures": {"style": "x.mplstyle"}
    }  # fmt: skip


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


def test_the_pages_that_explain_the_methods_have_these_titles():
    pages = [ROOT / "docs" / f"{name}.md" for name in ("answer", "comparison", "validity")]
    for path in pages:
        title = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        assert f'"{title}"' in METHODS


def test_the_folds_of_repeats_are_those_of_several_cross_validations():
    assert noise_of("fold", [10, 10]).startswith(
        "Noise is what varies between the 10 folds of a cross-validation: test instances"
    )
    assert noise_of("fold", [30, 30], n_repeats=3).startswith(
        "Noise is what varies between the 30 folds of 3 cross-validations: test instances"
    )


def test_scores_without_replicates_are_on_what_they_are_on():
    assert noise_of(None, [1, 1]).startswith(
        "Each model has one score on a data set: the noise is"
    )
    subsets = noise_of("seed", [1, 1], has_subsets=True)
    assert subsets.startswith("Each model has one score on a subset: the noise is that of")
    # A single data set was sampled from nothing.
    assert (
        noise_of(None, [1]) == "Each model has one score, so how much of it is noise is unknown."
    )
