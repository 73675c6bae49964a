"""The report in Markdown: the answer, the first models and the files, in the words of the page."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from prgbench.answer.answer import Answer
from prgbench.answer.interface import Tables
from prgbench.plotting.drawn import Facts
from prgbench.report.detailed_answer import answer_sentences, warning_lines
from prgbench.report.explanations import files
from prgbench.report.leaderboard import TITLE, leaderboard_paragraphs
from prgbench.report.provenance import Provenance
from prgbench.report.second_opinion import TITLE as TITLE_OF_OPINION
from prgbench.report.short_answer import short_answer
from prgbench.run.safe_text import as_markdown

PAGE = "report/index.html"
FIRST_MODELS = 5


def render_report(
    *,
    settings: Mapping[str, Any],
    facts: Facts,
    provenance: Provenance,
    answer: Answer,
    tables: Tables,
    summary: pd.DataFrame,
    second_opinion: str,
) -> str:
    """Return the report; ``second_opinion`` is its section on that, "" if there is none.

    ``summary`` is what `prgbench.study.agreement.agreement_summary` returns.
    """
    scope = " ".join([f"{as_markdown(provenance.scope)}.", *map(as_markdown, provenance.notes)])
    origin = f"{facts.source} · planned {provenance.plan_date} · {provenance.code}"
    short = short_answer(
        answer,
        tables,
        replication=summary if settings["replication"] else None,
        model_word=facts.model_word,
    )
    first_models = leaderboard_paragraphs(tables, facts, FIRST_MODELS)
    paths = [PAGE, *files(settings, verified=bool(second_opinion))]
    blocks = [
        f"# {as_markdown(settings['title'])}",
        short.markdown(scope),
        *warning_lines(answer),
        f"{origin} · [measures, settings]({PAGE}#settings)",
        "## In detail",
        *answer_sentences(answer, replication=settings["replication"]),
        *([f"## {TITLE}", *first_models] if first_models else []),
        *([f"## {TITLE_OF_OPINION}", second_opinion] if second_opinion else []),
        "## Files",
        f"The [page]({PAGE}#files) says what they contain.",
        "\n".join(f"- [{path}]({path})" for path in paths),
    ]
    return "\n\n".join(blocks) + "\n"
