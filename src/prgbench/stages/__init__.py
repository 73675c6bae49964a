"""The stages of a study: one function each, of paths and settings.

The rules of the workflow and `prgbench.compare` call these and nothing else. A stage reads files
and writes files; settings are plain values, as `Section.as_params` gives them. Each function
imports what it needs: a job starts fast, and its fingerprint is that of its own imports
(`prgbench.run.fingerprint.stage_fingerprint`).
"""

from prgbench.stages.planning import check, chunks, fetch, freeze, plan, stored_scores
from prgbench.stages.reporting import (
    compare_model,
    figures,
    page,
    replicated,
    report,
    second_opinion,
    section,
    verify_results,
)
from prgbench.stages.scoring import (
    answer,
    answer_per_task,
    answer_tables,
    compare,
    curves,
    examples,
    exclusions,
    rank,
    robustness_per_task,
    robustness_tables,
    score,
)

__all__ = [
    "answer", "answer_per_task", "answer_tables", "check", "chunks", "compare",
    "compare_model", "curves", "examples", "exclusions", "fetch", "figures", "freeze", "page",
    "plan", "rank", "replicated", "report", "robustness_per_task", "robustness_tables",
    "score", "second_opinion", "section", "stored_scores", "verify_results",
]  # fmt: skip

IMPORTED = {
    "all": (
        "prgbench.run.job",
        "prgbench.run.result_records",
        "prgbench.study.plan",
        "pydantic.dataclasses",
        "pandas",
        "prgbench.study.fetching",
        "prgbench.sources.store.fetch",
        "prgbench.study.scoring",
        "pyarrow.dataset",
    ),
    "answer_tables": (
        "prgbench.answer.parts",
        "prgbench.answer.run",
        "prgbench.robustness.parts",
        "scipy.special",
    ),
    "page": (
        "shapely",
        "prgbench.report.figures",
        "prgbench.report.markdown_report",
        "prgbench.report.html.page",
    ),
}
"""What jobs use, for a process that they are forks of: those of any run, of one that makes the
answer's tables, and of one that makes the page; the first ones first."""
