"""The report on other prevalences."""

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import bounds, listing, percent, records

TITLE = "If positives were rarer or more frequent"
SHOWS = (
    "Whether the winners would change if positives were rarer or more frequent and the scores of "
    "each class stayed the same."
)
CANNOT_TELL = "What models that were trained at another prevalence would do."


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say whose best models change with the prevalence."""
    if tables["prevalence"].empty:
        return ["None of the measures is a function of the areas, which alone are reweighted."]
    lines = []
    for value, rows in tables["prevalence"].groupby("prevalence"):
        parts = [
            f"{measure_label(row['measure'])} {percent(row['best_models_change'])} "
            f"{bounds(row['lower'], row['upper'])}"
            for row in records(rows)
        ]
        lines.append(f"- prevalence {value:g}: {listing(parts)}")
    return [
        "Share of tasks whose best models would be others if the prevalence were another and the "
        f"scores the same, with its {facts.interval}:",
        "\n".join(lines),
    ]
