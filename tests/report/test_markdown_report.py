import re

from golden_files import check_golden
from made_up_answer import BELOW, make_agreement, make_answer
from made_up_facts import make_facts
from made_up_standings import make_standings
from prgbench.report.detailed_answer import answer_sentences
from prgbench.report.markdown_report import FIRST_MODELS, render_report
from prgbench.report.provenance import Provenance

PROVENANCE = Provenance(
    "demo archive",
    "17 tasks on 9 data sets, 34 models",
    "2026-11-20T09:30:00+00:00",
    "0.1.0",
    "3f2a9c1",
    ("The column a_b holds whole numbers only.",),
)
SETTINGS = {
    "title": "Title", "replication": False, "robustness": [],
    "measures": ["aupr", "auprg", "auroc"],
}  # fmt: skip
MODELS = [f"model-{place}" for place in range(25)]


def report(**changes):
    arguments = {
        "settings": SETTINGS, "facts": make_facts("demo archive"), "provenance": PROVENANCE,
        "answer": make_answer(warnings=[BELOW]), "tables": make_standings(MODELS, datasets=9),
        "summary": make_agreement(), "second_opinion": "",
    }  # fmt: skip
    return render_report(**{**arguments, **changes})


def test_the_report_of_a_small_study_is_the_golden_text():
    check_golden("report", report())


def test_the_answer_is_in_the_words_of_the_page():
    replication = report(settings=SETTINGS | {"replication": True})
    for text, of_paper in ((report(), False), (replication, True)):
        assert "\n\n".join(answer_sentences(make_answer(), replication=of_paper)) in text


def test_the_first_models_are_listed_where_models_share_data_sets():
    _, board = report().split("## Leaderboard")
    rows = [line for line in board.splitlines() if line.startswith("| model-")]
    assert [row.split()[1] for row in rows] == MODELS[:FIRST_MODELS]
    apart = report(tables=make_standings(MODELS, datasets=9, complete=0.4))
    assert "Leaderboard" not in apart


def test_hostile_names_are_no_markup():
    hostile = "**a** <b>\n```\n# c | [x](y)"
    escaped = r"\*\*a\*\* &lt;b&gt; \`\`\` \# c \| \[x\](y)"
    provenance = Provenance("x", hostile, "2026-11-20", "0.1.0", None, (hostile,))
    text = report(
        settings=SETTINGS | {"title": hostile},
        provenance=provenance,
        tables=make_standings([hostile, *MODELS], datasets=9),
    )
    assert text.startswith(f"# {escaped}\n")
    assert f"\n\n{escaped}. {escaped}\n\n" in text
    assert f"\n| {escaped} " in text
    _, board = text.split("## Leaderboard")
    rows = [line for line in board.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {11}
    assert "<b>" not in text


def test_the_files_are_those_of_the_study():
    text = report(second_opinion="All agree.", settings=SETTINGS | {"robustness": ["multiverse"]})
    listed = re.findall(r"^- \[(.*)\]\((.*)\)$", text, re.MULTILINE)
    assert all(name == path for name, path in listed)
    more = {name for name, _ in listed} - set(re.findall(r"^- \[(.*)\]", report(), re.MULTILINE))
    assert more == {"tables/robustness/", "tables/verification.csv"}


def test_a_second_opinion_is_a_section_of_its_own():
    assert "A second opinion" not in report()
    assert "\n## A second opinion\n\nAll agree.\n\n## Files\n" in report(
        second_opinion="All agree."
    )
