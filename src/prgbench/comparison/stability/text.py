"""The report on how stable the best models are."""

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import Row, bounds, count, percent, records

TITLE = "How stable is the best model of a task?"
SHOWS = "How much the best model of a task hangs on single instances, measure by measure."
CANNOT_TELL = (
    "How often fresh instances would change the winner, or whether two measures differ by more "
    "than noise: a resample is drawn around the winner that was observed."
)


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say how often the best models change if the instances are resampled."""
    rows = records(tables["stability"])
    return [
        "The instances of each task are resampled with replacement, and the best models found "
        "again: in how many of the replicates are they others? Tied models stand in one random "
        f"order; in brackets, the {facts.interval} by resampling data sets.",
        "\n".join(map(_line, rows)),
        "This is how much the best model hangs on single instances of its task. A replicate is "
        "not a fresh sample: it favours the models that were favoured already. Where all models "
        "are equal it changes the best model too seldom, where one is clearly best too often, so "
        "the shares say nothing on whether two measures differ by more than noise.",
    ]


def _line(row: Row) -> str:
    label = measure_label(row["measure"])
    if row["tasks"] == 0:
        return f"- {label}: undefined in all of {count(row['undefined'], 'task')}."
    text = (
        f"- {label}: {percent(row['differs'])} of the replicates "
        f"{bounds(row['lower'], row['upper'])} in the mean of {count(row['tasks'], 'task')}, "
        f"quartiles {percent(row['lower_quartile'])}, {percent(row['median'])} and "
        f"{percent(row['upper_quartile'])}."
    )
    if row["undefined"]:
        text += f" Undefined in {count(row['undefined'], 'task')}."
    return text
