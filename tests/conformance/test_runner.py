"""The vectors hold for this library, and what differs from them is found and told."""

import json
from fractions import Fraction

import jsonschema
import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_curve

from prgbench import PrgbenchError, metrics
from prgbench.command_line import main
from prgbench.conformance.runner import VECTORS, conformance, load_function, vectors

DEFINITIONS = [definition["name"] for definition in vectors()["definitions"]]
CASES = {case["name"]: case for case in vectors()["cases"]}


def ours(name):
    if name in metrics.__all__:
        return getattr(metrics, name)

    def measured(y_true, y_score, sample_weight=None):
        return metrics.evaluate(y_true, y_score, name, sample_weight=sample_weight)

    return measured


def test_the_file_is_as_its_schema_says():
    schema = json.loads(VECTORS.with_name("schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(vectors(), schema)
    for case in CASES.values():
        assert set(case["values"]) <= set(DEFINITIONS)
        assert len(case["y_true"]) == len(case["y_score"])


def test_values_by_hand():
    one = CASES["one_positive_at_6"]["values"]
    assert one["auroc"]["exact"] == str(Fraction(4, 9))
    assert one["average_precision"]["exact"] == "1/6"
    assert CASES["constant"]["values"]["auprg"] == {"exact": "0", "value": 0.0}
    assert CASES["constant"]["values"]["trapezoid_aupr_one"]["exact"] == "7/10"
    assert CASES["reversed"]["values"]["auprg"]["exact"] == "-3/4"
    assert CASES["all_negative"]["values"]["aupr"] is None
    assert CASES["no_order"]["values"]["auroc"] == {"exact": "5/6", "value": 5 / 6}


@pytest.mark.parametrize("name", DEFINITIONS)
def test_this_library_agrees_with_all_definitions(name):
    found = conformance(ours(name))
    assert found.nearest == name
    assert found.counts(name)[1:] == (0, 0)
    assert found.left_out == 0


def test_rounding_in_single_precision_is_told_apart():
    def rounded(y_true, y_score):
        return np.float32(metrics.auroc_score(y_true, y_score)) + 1e-7

    found = conformance(rounded, ["auroc"])
    assert found.counts("auroc") == (2, 28, 0)  # two are undefined
    assert found.left_out == 2
    assert "2 cases with weights were left out" in str(found)


def test_what_differs_is_named_with_both_values():
    def zero_where_undefined(y_true, y_score, sample_weight=None):
        return average_precision_score(y_true, y_score, sample_weight=sample_weight)

    found = conformance(zero_where_undefined)
    assert found.nearest == "average_precision"
    assert [(o.case, o.what) for o in found.differing("average_precision")] == [
        ("all_negative", "0; undefined")
    ]
    assert str(found).endswith("As average_precision, these differ:\n  all_negative: 0; undefined")


def test_points_left_out_on_a_line_are_the_same_curve_but_not_those_moved():
    def moved(y_true, y_score):
        fpr, tpr, _ = roc_curve(y_true, y_score)
        return fpr, np.where(fpr == 1, tpr - 0.25, tpr)

    def dropped(y_true, y_score):
        return roc_curve(y_true, y_score, drop_intermediate=True)

    assert conformance(dropped, ["roc_curve"]).counts("roc_curve") == (30, 0, 0)
    # Only of one class is there no curve that could be moved.
    found = conformance(moved, ["roc_curve"])
    assert found.counts("roc_curve") == (2, 0, 28)
    by_case = {outcome.case: outcome.difference for outcome in found.outcomes["roc_curve"]}
    assert by_case["perfect"] == pytest.approx(0.25)


def test_a_curve_of_pr_points_that_lacks_one_differs():
    def without_last(y_true, y_score):
        precision, recall, _ = metrics.precision_recall_curve(y_true, y_score)
        return precision[1:], recall[1:]

    found = conformance(without_last, ["precision_recall_curve"])
    by_case = {o.case: o.difference for o in found.outcomes["precision_recall_curve"]}
    assert by_case["perfect"] == pytest.approx(4 / 9 - 0.4)  # to the next point, (1, 4/9)
    assert by_case["constant"] == 1.0  # from (1, .4) to the anchor (0, 1)


def test_mistakes_are_one_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wrong_signature.py").write_text("def area(x):\n    return 1\nnumber = 1\n")
    for reference, said in [
        ("no_such_module:f", "no_such_module:f can't be imported"),
        ("math", "math can't be imported"),
        ("wrong_signature:number", "wrong_signature:number is not a function"),
        ("wrong_signature:area", "The function fails in every case (TypeError"),
    ]:
        assert main(["conformance", reference]) == 1
        error = capsys.readouterr().err
        assert error.startswith(f"prgbench: {said}")
        assert error.count("\n") == 1
    with pytest.raises(PrgbenchError, match=r"no definition auprc. Did you mean aupr"):
        conformance(load_function("math:hypot"), ["auprc"])


def test_the_command_fails_where_a_definition_is_asked_for(capsys):
    ours_of = "prgbench.metrics:auprg_score"
    assert main(["conformance", ours_of, "--as", "auprg"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == ["auprg", "30", "0", "0"]
    assert main(["conformance", ours_of, "--as", "aupr"]) == 1
    assert capsys.readouterr().err.startswith(f"prgbench: {ours_of} is not aupr in ")
