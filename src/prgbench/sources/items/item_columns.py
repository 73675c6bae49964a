"""What the columns of a table of results on items mean, by their names."""

import re
from collections.abc import Mapping, Sequence

from prgbench.sources.scores.columns import ROLES as SCORE_ROLES

ITEM = "item"
CLUSTER = "cluster"
RUN = "run"
DATASET = "dataset"
MODEL = "model"
"""The roles that a column may have."""

NAMES_OF_ITEMS = (
    *("item", "item_id", "instance_id", "question_id", "doc_id", "sample_id", "example_id"),
    *("problem_id", "prompt_id", "test_id", "case_id", "test_case_id", "qid"),
    *("question_number", "question_no", "problem_number", "caseid", "questionid", "itemid"),
)
"""Columns that name items whatever else the table has."""

PERHAPS_OF_ITEMS = (
    *("instance", "question", "doc", "document_id", "example", "prompt", "case", "test_case"),
    *("problem", "task_id", "sample", "task", "task_name", "id", "dataset", "dataset_name"),
    *("data_set", "benchmark_id", "name"),
)
"""Columns that name items only if models pass or fail there: elsewhere they name data sets."""

OF_DATASETS = ("dataset", "dataset_name", "data_set")
"""Those of them that name data sets wherever there are scores."""

ROLES = {
    ITEM: (*NAMES_OF_ITEMS, *PERHAPS_OF_ITEMS),
    MODEL: (
        *SCORE_ROLES["model"],
        *("agent", "agent_name", "llm", "submission", "participant", "solver", "assistant"),
        *("model_name_or_path", "model_id", "models", "agents"),
    ),
    RUN: (
        *("run", "run_id", "epoch", "seed", "trial", "attempt", "repeat", "repetition"),
        *("rollout", "sample", "random_seed"),
    ),
    CLUSTER: ("cluster", "cluster_id", "group"),
    DATASET: (
        *("dataset", "benchmark", "dataset_name", "benchmark_name", "data_set", "suite"),
        *("task_name", "task", "subset", "subject"),
    ),
}
"""The names that a column of each role may have without being mapped."""


def found_column(role: str, names: Sequence[str], mapping: Mapping[str, str]) -> str | None:
    """Return the column of a role, in any case and with any blanks."""
    if role in mapping:
        return mapping[role]
    taken = set(mapping.values())
    by_name = {key_of(name): name for name in reversed(names) if name not in taken}
    return next((by_name[alias] for alias in ROLES[role] if alias in by_name), None)


def key_of(name: str) -> str:
    """Return a name as roles are called: in small letters, its words joined by one sign."""
    return re.sub(r"[\s_.-]+", "_", name.strip().lower())
