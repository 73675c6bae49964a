"""The report on which disagreements are certain."""

from prgbench.comparison.compared import Tables
from prgbench.comparison.confidence_sets.names import level_of_sets
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import Row, bounds, count, pair, records, share_of

TITLE = "Which disagreements are certain?"
SHOWS = (
    "Which models could be the best one of a task given its instances, and in how many tasks no "
    "model could be the best one by both of two measures."
)
CANNOT_TELL = (
    "That measures agree: with few positives the sets hold almost all models, and hardly any "
    "disagreement can be certain."
)


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say in how many tasks the two best models are surely not the same."""
    level = f"{100 * level_of_sets(facts.confidence_level):.10g}%"
    wrong = f"{100 * facts.significance_level:.10g}%"
    return [
        "The model confidence set of a task by a measure holds the models that can't be told from "
        "the best one on its instances. A disagreement is certain if the sets of the two measures "
        f"have no model in common. Each set is at {level}, so in a task whose best model is truly "
        f"the same by both measures they are disjoint with a probability of at most about "
        f"{wrong}; that many tasks could be false. In brackets, the {facts.interval} by "
        "resampling data sets.",
        "\n".join(f"- {_certain(row)}" for row in records(tables["certain"])),
        "\n".join(f"- {_size(row)}" for row in records(tables["set_sizes"])),
    ]


def _certain(row: Row) -> str:
    if row["tasks"] == 0:
        return f"{pair(row)}: no confidence sets in {count(row['undefined'], 'task')}."
    text = (
        f"{pair(row)}: certain in {share_of(row['certain'], row['tasks'])} tasks "
        f"{bounds(row['lower'], row['upper'])}, where at most {row['false_at_most']:.1f} are "
        f"expected by chance; the best models differ in {row['disagreements']:,}."
    )
    if row["undefined"]:
        text += f" Without sets: {count(row['undefined'], 'task')}."
    return text


def _size(row: Row) -> str:
    label = measure_label(row["measure"])
    if row["tasks"] == 0:
        return f"{label}: no confidence sets."
    return (
        f"{label}: the set holds {_models(row['median'])} in the median task (quartiles "
        f"{row['lower_quartile']:g} and {row['upper_quartile']:g}), a single one in "
        f"{share_of(row['single'], row['tasks'])} tasks, all in "
        f"{share_of(row['all'], row['tasks'])}."
    )


def _models(number: float) -> str:
    return f"{number:g} {'model' if number == 1 else 'models'}"
