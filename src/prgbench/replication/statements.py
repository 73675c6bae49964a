"""What section 4 of Flach & Kull (2015) states besides its numbers, and whether it is so here."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import pandas as pd

from prgbench.plotting.sentences import percent
from prgbench.replication.groups import by_pair
from prgbench.replication.printed_numbers import BEST_DIFFERS, TOP3_DIFFERS

N_DRAWN = 30
YES, NO, UNKNOWN = "yes", "no", ""

Found = tuple[str, bool | None]


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement as the paper prints it and as the study finds it.

    ``holds`` is None where the study can't tell; ``task_id`` is that of the task which the
    statement is about, where the study has it.
    """

    statement: str
    printed: str
    found: str
    holds: bool | None
    task_id: int | None = None


def statement_table(statements: Sequence[Statement]) -> pd.DataFrame:
    """Return statements as a table, a row each; ``holds`` is "yes", "no" or "".

    Examples
    --------
    >>> statement_table([Statement("Models", "30", "29", False)])["holds"].tolist()
    ['no']
    """
    said = {True: YES, False: NO, None: UNKNOWN}
    table = pd.DataFrame([asdict(one) | {"holds": said[one.holds]} for one in statements])
    return table.astype({"task_id": "Int64"})


def general_statements(models: pd.DataFrame, agreement: pd.DataFrame) -> Iterator[Statement]:
    """Yield the statements on all tasks.

    Parameters
    ----------
    models : DataFrame
        Scored models.
    agreement : DataFrame
        What `task_agreement` returns.
    """
    by_task = models.groupby("task_id")
    yield Statement("Models in each task", f"{N_DRAWN}", *_sizes(by_task.size()))
    minority = by_task["prevalence"].first() <= 0.5
    yield Statement(
        "Tasks whose positives are the minority class",
        "all",
        f"{minority.sum():,} of {len(minority):,}",
        bool(minority.all()),
    )
    for column, printed, what in (
        ("best_differs", BEST_DIFFERS, "the best model"),
        ("top3_differs", TOP3_DIFFERS, "the ordered top three"),
    ):
        of_both, *of_auroc = printed.values()
        yield Statement(
            f"AUPR and AUPRG differ on {what} about as often as they do from AUROC",
            f"{of_both}%, between {min(of_auroc)}% and {max(of_auroc)}%",
            *_between(
                {
                    frozenset((a, b)): float(rows[column].mean())
                    for a, b, rows in by_pair(agreement)
                },
                list(printed),
            ),
        )


def _sizes(sizes: pd.Series) -> Found:
    fewest, most = int(sizes.min()), int(sizes.max())
    return f"{fewest}" if fewest == most else f"{fewest} to {most}", fewest == most == N_DRAWN


def _between(shares: dict[frozenset[str], float], pairs: Sequence[tuple[str, str]]) -> Found:
    """Tell whether the share of the first pair lies between those of the two others."""
    if any(frozenset(pair) not in shares for pair in pairs):
        return "AUROC is no measure of this study", None
    of_both, *of_auroc = (shares[frozenset(pair)] for pair in pairs)
    low, high = sorted(of_auroc)
    inside = low <= of_both <= high
    place = "between" if inside else "not between"
    return f"{percent(of_both)}, {place} {percent(low)} and {percent(high)}", inside
