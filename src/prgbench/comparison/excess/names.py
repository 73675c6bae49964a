"""What the excess is computed on, and what is said of it."""

PARTS = {2: "halves", 4: "quarters"}

MORE_THAN_NOISE = "more than noise"
NOT_SHOWN = "not shown"
TOO_FEW = "too few data sets"
