"""The library agrees with the conformance vectors, and the script shows what does not."""

import json
import subprocess
import sys
from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location

import jsonschema
import numpy as np
import pytest
from sklearn.metrics import average_precision_score

from places import ROOT
from prgbench import metrics

SCRIPT = ROOT / "docs" / "conformance_check.py"
SPEC = spec_from_file_location("conformance_check", SCRIPT)
check = module_from_spec(SPEC)
SPEC.loader.exec_module(check)

CASES = {case["name"]: case for case in check.VECTORS["cases"]}
CURVES = ("roc_curve", "precision_recall_curve", "precision_recall_gain_curve")


def run_script(*arguments):
    done = subprocess.run(
        [sys.executable, SCRIPT, *arguments], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout.splitlines()


def test_the_vectors_follow_their_schema():
    schema = json.loads((ROOT / "docs" / "conformance_schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(check.VECTORS, schema)
    for case in CASES.values():
        assert set(case["values"]) <= {*check.AREAS, *CURVES}
        assert len(case["y_true"]) == len(case["y_score"])


def test_values_by_hand():
    one_positive = CASES["one_positive_at_6"]["values"]
    assert one_positive["auroc"]["exact"] == str(Fraction(4, 9))
    assert one_positive["average_precision"]["exact"] == "1/6"
    assert CASES["constant"]["values"]["auprg"] == {"exact": "0", "value": 0.0}
    assert CASES["constant"]["values"]["trapezoid_aupr_one"]["exact"] == "7/10"
    assert CASES["reversed"]["values"]["auprg"]["exact"] == "-3/4"
    assert CASES["all_negative"]["values"]["aupr"] is None
    assert CASES["no_order"]["values"]["auroc"] == {"exact": "5/6", "value": 5 / 6}


@pytest.mark.parametrize("definition", check.AREAS)
def test_this_library_agrees_with_all_areas(definition):
    def area(y_true, y_score, sample_weight=None):
        return metrics.evaluate(y_true, y_score, definition, sample_weight=sample_weight)

    errors = dict(check.differences(area, definition))
    assert {"perfect", "weights", "last_bit"} <= set(errors)
    assert max(errors.values()) <= check.VECTORS["tolerances"]["double"]


@pytest.mark.parametrize("definition", CURVES[:2])
def test_this_library_agrees_with_roc_and_pr_curves(definition):
    for case in CASES.values():
        if expected := case["values"].get(definition):
            first, second, *_ = curve_of(case, definition)
            # The point without predicted positives, which comes last, has no precision of its own.
            roc = definition == "roc_curve"
            x, y = (first, second) if roc else (second[-2::-1], first[-2::-1])
            np.testing.assert_allclose(x, expected["x"], atol=1e-12, err_msg=case["name"])
            np.testing.assert_allclose(y, expected["y"], atol=1e-12, err_msg=case["name"])


def test_this_library_agrees_with_prg_curves():
    for case in CASES.values():
        if expected := case["values"].get("precision_recall_gain_curve"):
            curve = curve_of(case, "precision_recall_gain_curve")
            points = np.transpose([curve.recall_gain, curve.precision_gain])
            exact = rounded_points(zip(expected["x"], expected["y"], strict=True))
            # Crossings of an axis lie on straight lines between points: they may be left out.
            assert exact <= rounded_points(points), case["name"]
            kept = ~curve.is_crossing & (curve.recall_gain > -1e-12)
            assert rounded_points(points[kept]) <= exact, case["name"]


def curve_of(case, definition):
    function = getattr(metrics, definition)
    return function(case["y_true"], case["y_score"], sample_weight=case.get("sample_weight"))


def rounded_points(points):
    return {(round(float(x), 10), round(float(y), 10)) for x, y in points}


@pytest.mark.filterwarnings("ignore:No positive class found:UserWarning")
def test_a_value_where_none_is_defined_differs():
    errors = dict(check.differences(average_precision_score, "average_precision"))
    assert {case: error for case, error in errors.items() if error > 1e-12} == {
        "all_negative": np.inf
    }


def test_rounding_to_single_precision_differs_by_less_than_its_tolerance():
    def rounded(y_true, y_score):
        return np.float32(metrics.auroc_score(y_true, y_score)) + 1e-7

    errors = dict(check.differences(rounded, "auroc"))
    assert "weights" not in errors  # the function takes none
    assert sum(error == 0 for error in errors.values()) == 2  # undefined in both
    assert 1e-12 < max(errors.values()) <= check.VECTORS["tolerances"]["single"]


def test_the_script_prints_the_cases_and_its_status_says_whether_they_agree():
    assert run_script("prgbench.metrics:auprg_score", "auprg") == (0, ["auprg: 30 of 30 []"])
    status, lines = run_script("prgbench.metrics:auprg_score", "aupr")
    assert status == 1
    assert lines[0].startswith("aupr: ")
    status, lines = run_script("prgbench.metrics:auprg_score")
    assert status == 0
    assert [line.partition(":")[0] for line in lines] == check.AREAS
