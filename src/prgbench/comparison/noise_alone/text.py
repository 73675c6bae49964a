"""The report on what noise alone would give."""

from prgbench.comparison.compared import Tables
from prgbench.comparison.noise_alone.names import BEST, RANKS, STATISTICS, TOP3
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import pair_label
from prgbench.plotting.sentences import Row, bounds, count, decimal, percent, points, records

TITLE = "What noise alone would give"
SHOWS = (
    "What the paper's numbers would be on these tasks if the measures ranked all models alike in "
    "truth and only noise told them apart."
)
CANNOT_TELL = (
    "Whether a measure truly prefers another model. The simulated models all have one shape "
    "(normal scores), and with few positives or few models the numbers of noise alone are off by "
    "several points."
)
NAMES = {
    BEST: "best models differ",
    TOP3: "ordered top three differ",
    RANKS: "correlation of ranks",
}


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Set the numbers found beside those of noise alone, and say what these assume."""
    table = tables["noise_alone"]
    defined = table.dropna(subset="null")
    if defined.empty:
        return [
            "No task has replicates: all have one class only, or instances that do not stand in "
            "every repeat."
        ]
    rows = records(defined)
    first = rows[0]
    written = [
        "What the paper's numbers would be on the same tasks if the measures ranked all models "
        f"alike in truth, in {count(first['replicates'], 'replicate')} of the study: the mean "
        "and, in brackets, the least and the greatest of the replicates, without ties and with "
        f"each model's own ties. The last column is found minus the mean without ties with its "
        f"{facts.interval} by resampling data sets. It carries the errors of the assumptions "
        "below and is not a test."
    ]
    lines = [
        "| statistic | measures | found | noise alone | with ties | difference |",
        "|---|---|---|---|---|---|",
        *(_line(row) for name in STATISTICS for row in rows if row["statistic"] == name),
    ]
    return [*written, "\n".join(lines), *_left_out(tables), ASSUMPTIONS]


ASSUMPTIONS = (
    "It assumes that all models of a task have the same shape: the scores of each are normal "
    "after some increasing transformation, shifted for positives, so that only the AUROC tells "
    "models apart. Within each class the models hang together by a normal copula with the "
    "correlations of the sample. The spread of the AUROCs is the one that is left after noise is "
    "taken off, by an estimate. The fitted models are given: instances vary, training sets and "
    "partitions do not; rows of an instance in several repeats are drawn together."
)


def _line(row: Row) -> str:
    write, change = (decimal, decimal) if row["statistic"] == RANKS else (percent, points)
    null = bounds(row["null_lower"], row["null_upper"], write)
    tied = bounds(row["tied_null_lower"], row["tied_null_upper"], write)
    difference = bounds(row["difference_lower"], row["difference_upper"], change)
    cells = (
        NAMES[row["statistic"]],
        pair_label(row["measure_a"], row["measure_b"]),
        write(row["found"]),
        f"{write(row['null'])} {null}",
        f"{write(row['tied_null'])} {tied}",
        f"{change(row['difference'])} {difference}",
    )
    return f"| {' | '.join(cells)} |"


def _left_out(tables: Tables) -> list[str]:
    """Say which pairs and tasks have no replicates."""
    table = tables["noise_alone"]
    table = table[table["statistic"] == BEST]
    without = [
        pair_label(r["measure_a"], r["measure_b"]) for r in records(table[table["tasks"] == 0])
    ]
    some = table[(table["tasks"] > 0) & (table["undefined"] > 0)]
    sentences = []
    if without:
        sentences.append(
            f"Pairs with a measure that needs probabilities have no such number: "
            f"{'; '.join(without)}."
        )
    if len(some):
        row = records(some)[0]
        sentences.append(
            f"{count(row['undefined'], 'task')} of {row['undefined'] + row['tasks']:,} without "
            "replicates (one class only, or instances that do not stand in every repeat) "
            "are left out of all columns."
        )
    return [" ".join(sentences)] if sentences else []
