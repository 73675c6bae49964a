"""The report on which best models can be told apart."""

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import count, listing, pair, records

TITLE = "Can the best models be told apart?"


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Say which disagreements are about models that can be told apart."""
    lines = [
        f"- {pair(row)}: of {count(row['disagreements'], 'disagreement')}, both measures separate "
        f"their best models in {row['both']:,}, only the first in {row['only_a']:,}, only the "
        f"second in {row['only_b']:,}, neither in {row['none']:,}."
        for row in records(tables["separability"])
    ]
    tied = [
        f"{row['median']:g} by {measure_label(row['measure'])}"
        for row in records(tables["tied_for_best"])
    ]
    return [
        "\n".join(lines),
        "In the median task, as many models can't be told from the best model, itself counted: "
        f"{listing(tied)}.",
    ]
