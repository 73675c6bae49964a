from made_up_facts import make_facts
from prgbench.report.parts.given import SHOWN, paragraphs

FACTS = make_facts("made-up archive", 0.9)


def text_of(tables):
    return "\n\n".join(paragraphs(tables, FACTS))


def cells(line):
    return [cell.strip() for cell in line.split("|")[1:-1]]


def test_it_is_called_assumptions_and_has_no_figure():
    assert SHOWN.title == "Assumptions"
    assert not SHOWN.figures


def test_changes_of_the_best_model(tables):
    said, table, *_ = paragraphs(tables, FACTS)
    assert said == "Tasks whose best model by the same measure changes [90% interval]:"
    header, _, aupr, auroc = map(cells, table.splitlines())
    assert header == ["", "fold mean, not pooled", "other half of the instances"]
    assert aupr == ["AUPR", "50.0% [40.0%, 60.0%]", "30.0% [20.0%, 40.0%]"]
    assert auroc == ["AUROC", "25.0% [10.0%, 40.0%]", "20.0% [no interval]"]
    assert "No task of this study repeats its cross-validation." in text_of(tables)
    assert "two repeats" not in text_of(tables)


def test_the_error_that_counts_training_sets(tables):
    assert paragraphs(tables, FACTS)[-1].startswith(
        "The gap between the best two models exceeds twice its corrected resampled error in "
        "3 of 12 (AUPR) tasks."
    )
    tables["training_error"]["tasks"] = 0
    assert "gap" not in text_of(tables)


def test_repeats_are_told_where_there_are_any(tables):
    values = {"across_repeats": 0.4, "one_measure": 0.3, "excess": 0.1, "lower": -0.02,
              "upper": 0.22, "tasks": 12, "datasets": 5}  # fmt: skip
    tables["given_pairs"] = tables["given_pairs"].assign(**values)
    assert (
        "- AUPR – AUROC: 40.0% by the two measures, 30.0% by one, excess +10.0 points "
        "[−2.0, +22.0] (12 tasks on 5 data sets)."
    ) in text_of(tables)
