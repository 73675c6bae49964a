"""The report's paragraphs on the draw of the models."""

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.sentences import count, listing, pair, percent, records
from prgbench.replication.groups import by_pair

TITLE = "Other models, fewer models"
SHOWS = (
    "How the disagreement grows with the number of models that are compared, and how much it "
    "hangs on which ones were drawn."
)
CANNOT_TELL = (
    "What models would do that the study has not scored. A draw of all of them is the study "
    "itself and has no spread."
)


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Say how much depends on the draw of the models and on their number."""
    lines = []
    for _, _, rows in by_pair(tables["draws"]):
        own = rows.dropna(subset="best_differs")
        if own.empty:
            continue
        parts = [f"{percent(row['best_differs'])} of {row['size']}" for row in records(own)]
        varied = own[own["sd"] > 0]
        text = f"- {pair(records(own)[0])}: {listing(parts)}."
        if len(varied):
            last = records(varied)[-1]
            text += (
                f" With {last['size']} models one draw differs from the next by a standard "
                f"deviation of {percent(last['sd'])}; {percent(last['share_due_to_draw'])} of the "
                "variance of the tasks' disagreements is due to the draw."
            )
        lines.append(text)
    return [
        "Share of tasks with different best models by the number of models drawn in each task "
        f"(mean of {count(tables['draws']['draws'].iloc[0], 'draw')}):",
        "\n".join(lines),
    ]
