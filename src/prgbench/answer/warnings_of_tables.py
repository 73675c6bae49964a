"""What looks wrong by the tables of the parts, beside what the models themselves show.

The other warnings are in `prgbench.study.warnings`.
"""

from collections.abc import Iterator

from prgbench.answer.common_prevalence import AtCommonPrevalence
from prgbench.answer.interface import Tables, rows_of
from prgbench.answer.rankings import IfAlike
from prgbench.plotting.drawn import INSTANCES
from prgbench.plotting.words import decimal, percent, share_of
from prgbench.run.safe_text import shortened
from prgbench.study.warnings import LONGEST_NAME, MOST_UNUSUAL, StudyWarning


def warnings_of_tables(tables: Tables, n_tasks: int, units: str) -> list[StudyWarning]:
    """Return what the tables of a study of ``n_tasks`` show to look wrong.

    The halves of a task consist of ``units``.
    """
    return [*_prevalences_differ(tables), *_few_groups(tables, n_tasks, units)]


def _prevalences_differ(tables: Tables) -> Iterator[StudyWarning]:
    """Warn of a mean of AUPRG over unlike prevalences, with what a common one gives."""
    rows = rows_of(AtCommonPrevalence, tables.get("common_prevalence"))
    if not rows:
        return
    first = min(rows, key=lambda row: row.rank)
    first_common = rows[0]
    name = shortened(first.model, LONGEST_NAME)
    leads = f"{name} still has the highest mean"
    if first_common.model != first.model:
        other = shortened(first_common.model, LONGEST_NAME)
        leads = f"{other} has the highest mean, {decimal(first_common.mean_common)}, not {name}"
    yield StudyWarning(
        "prevalences differ",
        f"AUPRG rises as positives get rarer, and its means are over {first.datasets} data sets "
        f"with {percent(first.lowest)} to {percent(first.highest)} positives. At "
        f"a prevalence of {first.common:.0%} in each, {leads}: {decimal(first.mean_common)} "
        f"instead of {decimal(first.mean)}. To compare models at one prevalence, add the "
        f"measure 'auprg@prevalence={first.common:g}'.",
    )


def _few_groups(tables: Tables, n_tasks: int, units: str) -> Iterator[StudyWarning]:
    """Warn of tasks of predictions whose noise is unknown, unless they are rare."""
    undefined = min((row.undefined for row in rows_of(IfAlike, tables.get("if_alike"))), default=0)
    if units == INSTANCES and undefined > MOST_UNUSUAL * n_tasks:
        yield StudyWarning(
            "few positive groups",
            f"In {share_of(undefined, n_tasks)} tasks the rarer class has fewer than two "
            "independent groups of rows: their noise is unknown, and the tests leave them out.",
        )
