"""The report on pooled predictions against averages."""

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import bounds, count, percent, records

TITLE = "Pooled or averaged over folds"


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Say how often averaging over folds changes the best models by the same measure."""
    table = tables["aggregation"]
    if table.empty:
        return ["No task has several folds or repeats that its files state."]
    lines = [
        f"- {measure_label(row['measure'])}, mean over {row['aggregation']}s: the best models "
        f"change in {percent(row['best_models_change'])} of {count(row['tasks'], 'task')} "
        f"{bounds(row['lower'], row['upper'])}; {row['undefined_parts']:,} of {row['parts']:,} "
        f"values of single {row['aggregation']}s are undefined."
        for row in records(table)
    ]
    return ["The same measure, averaged instead of pooled:", "\n".join(lines)]
