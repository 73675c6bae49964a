"""Tables of models with other columns, for tests."""

from prgbench.data.models import Models


def with_columns(models: Models, **columns: object) -> Models:
    """Return the models with these columns added or replaced."""
    return Models(models.frame.assign(**columns), models.measures)
