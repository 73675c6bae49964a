"""What the tables, the figure and the text share: what may change, and what varies."""

FOLD_MEAN = "fold mean instead of pooled"
REPEAT = "another repeat"
HALF = "another half of the instances"
CHANGES = (FOLD_MEAN, REPEAT, HALF)

NO_FOLDS = "no task of this study states several folds"
NO_REPEATS = "no task of this study repeats its cross-validation"

INSTANCES = "instances"
PARTITION = "partition"
MODELS = "draw of models"
INTERACTIONS = "interactions"
TASK = "task"
TOTAL = "total"
MEASURE = "measure"

WITHOUT_PARTITION = (INSTANCES, MODELS)
WITH_PARTITION = (INSTANCES, PARTITION, MODELS)


def design_name(factors: tuple[str, ...]) -> str:
    """Name what varies in a design, and which factors two cells share.

    Examples
    --------
    >>> design_name(("instances", "partition"))
    'instances, partition'
    """
    return ", ".join(factors)
