"""What the table and the text share: which models a variant leaves out."""

ALL_MODELS = "all models"
WITHOUT_DUPLICATES = "without duplicates"
WITHOUT_HARD_LABELS = "without hard labels"
WITHOUT_BOTH = "without both"
