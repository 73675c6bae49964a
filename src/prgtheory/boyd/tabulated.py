"""The table of what down-sampling the negatives of a test set does."""

from prgtheory.boyd.model import downsampling


def table_downsampling() -> list[dict[str, object]]:
    """Return a line for each number of negatives.

    Returns
    -------
    list of dict
        Negatives for each positive, AUPR and AUCNPR, fewest negatives first.

    Examples
    --------
    >>> [line["negatives for each positive"] for line in table_downsampling()][:3]
    [1, 2, 3]
    """
    found = downsampling()
    return [
        {"negatives for each positive": round(1 / pi - 1), "AUPR": area, "AUCNPR": normal}
        for pi, area, normal in zip(*(values.tolist() for values in found), strict=True)
    ]
