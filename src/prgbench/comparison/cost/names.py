"""The targets by which a choice is judged, and what stands among the measures for comparison."""

TARGETS = {
    "expected_f1": "expected F1",
    "expected_fg1": "expected F1 gain",
    "max_f1": "max F1",
    "honest_f1": "F1 at the other folds' threshold",
    "matched_f1": "F1 at the true number of positives",
    "f1_at_half": "F1 at threshold 0.5",
    "stored_f1": "F1 of the stored decisions",
    "max_mcc": "max MCC",
    "stored_mcc": "MCC of the stored decisions",
    "stored_accuracy": "accuracy of the stored decisions",
}
"""On all instances."""

TARGETS_OF_HALVES = {
    "expected_f1": TARGETS["expected_f1"],
    "max_f1": TARGETS["max_f1"],
    "honest_f1": "F1 at a threshold from other instances",
    "stored_f1": TARGETS["stored_f1"],
    "stored_mcc": TARGETS["stored_mcc"],
    "stored_accuracy": TARGETS["stored_accuracy"],
}
"""On the half that has not been chosen on."""

F_TARGETS = ("expected_f1", "max_f1", "honest_f1", "matched_f1", "f1_at_half", "stored_f1")
"""Those that are F-scores, which are averaged as F-gain."""

RANDOM_MODEL = "random model"
EQUIVALENT = 0.01
"""Half the width of the region of practical equivalence."""
