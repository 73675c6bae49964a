"""How the F1 of the decisions of folds becomes one number."""

WAYS = {
    "f_gain": "averaged as F-gain",
    "arithmetic": "averaged arithmetically",
    "pooled": "pooled",
}
