"""The table of the poster's six properties."""

from prgtheory.flach_kull.six_properties import six_properties


def table_properties() -> list[dict[str, object]]:
    """Return a line for each property, with what was computed in each space.

    Returns
    -------
    list of dict
        A property, what was computed, and in ROC, PR and PRG space whether it holds.

    Examples
    --------
    >>> list(table_properties()[0])
    ['property', 'computed', 'ROC', 'PR', 'PRG']
    """
    return [
        {
            "property": found.name,
            "computed": found.computed,
            **{
                space: f"{'yes' if holds else 'no'}: {value}"
                for space, value, holds in zip(
                    ("ROC", "PR", "PRG"), found.values, found.holds, strict=True
                )
            },
        }
        for found in six_properties()
    ]
