"""Writes REPRODUCE.md, a report on the replication, from an answer.json; `--check` only compares.

``python docs/reproduce.py [ANSWER]``: without one, the demo's answer in docs/demo stands in.
"""

import sys
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from written import write_or_check

from prgbench.answer.answer import Answer
from prgbench.plotting.words import bounds, decimal, measure_label, pair_label, percent
from prgbench.robustness.choices import PRINTED
from prgbench.study_file import read_study

DOCS = Path(__file__).parent
PAGE = DOCS.parent / "REPRODUCE.md"
TEMPLATE = "reproduce.md.j2"
DEMO = DOCS / "demo" / "answer.json"
STUDIES = DOCS.parent / "config" / "studies"
AREAS = ("aupr", "auprg", "auroc")


def page(path: Path) -> str:
    """Return the report on the study of an answer."""
    answer = Answer.read(path.read_text(encoding="utf-8"))
    environment = Environment(
        loader=FileSystemLoader(DOCS), undefined=StrictUndefined, keep_trailing_newline=True
    )
    environment.filters |= {
        "alike_range": alike_range,
        "decimal": decimal,
        "interval": interval,
        "label": measure_label,
        "names": lambda pair: pair_label(*pair),
        "percent": percent,
    }
    return environment.get_template(TEMPLATE).render(
        answer=answer,
        areas=AREAS,
        printed=PRINTED,
        replication=read_study(STUDIES, answer.study).replication,
    )


def interval(bounded: Any) -> str:
    """Write the interval of a record of the answer."""
    return bounds(bounded.lower, bounded.upper, decimal)


def alike_range(ranks: Any) -> str:
    """Write the range of a correlation if the measures ordered the models alike."""
    return bounds(ranks.if_alike_lower, ranks.if_alike_upper, decimal)


if __name__ == "__main__":
    named = [Path(word) for word in sys.argv[1:] if word != "--check"]
    write_or_check({PAGE: page(*(named or [DEMO]))}, "the answer in docs/demo")
