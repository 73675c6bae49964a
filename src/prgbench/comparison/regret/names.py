"""The targets by which regret is counted, and what stands among the measures for comparison."""

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
RANDOM_MODEL = "random model"
ITSELF = "target itself"
NOTICEABLE = 0.01
