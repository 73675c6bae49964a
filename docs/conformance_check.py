"""Compares an area with exact values: python conformance_check.py MODULE:FUNCTION [DEFINITION].

FUNCTION is f(y_true, y_score), perhaps with sample_weight. Status 1: DEFINITION differs in a case.
"""

import inspect
import json
import sys
from importlib import import_module
from pathlib import Path

import numpy as np

VECTORS = json.loads(Path(__file__).with_name("conformance_vectors.json").read_text("utf-8"))
AREAS = [entry["name"] for entry in VECTORS["definitions"] if entry["kind"] == "area"]


def differences(area, definition):
    """Yield cases and errors relative to max(1, |value|): 0 where NaN or a failure is right."""
    weighted = "sample_weight" in inspect.signature(area).parameters
    for case in VECTORS["cases"]:
        if definition in case["values"] and (weighted or "sample_weight" not in case):
            weights = {"sample_weight": case["sample_weight"]} if "sample_weight" in case else {}
            try:
                value = float(area(np.array(case["y_true"]), np.array(case["y_score"]), **weights))
            except Exception:
                value = np.nan
            exact = (case["values"][definition] or {"value": np.nan})["value"]
            error = np.nan_to_num(abs(value - exact) / max(1.0, abs(exact)), nan=np.inf)
            yield case["name"], 0.0 if np.isnan(value) and np.isnan(exact) else error


if __name__ == "__main__":
    sys.path.insert(0, "")
    module, name = sys.argv[1].split(":")
    for definition in sys.argv[2:] or AREAS:
        errors = dict(differences(getattr(import_module(module), name), definition))
        wrong = [case for case, error in errors.items() if error > VECTORS["tolerances"]["double"]]
        sys.stdout.write(f"{definition}: {len(errors) - len(wrong)} of {len(errors)} {wrong}\n")
    sys.exit(len(sys.argv) > 2 and bool(wrong))
