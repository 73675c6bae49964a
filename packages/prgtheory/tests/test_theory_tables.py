"""Every number that the sources print."""

import json
import re
from collections import Counter
from importlib import import_module
from typing import get_args

import pytest

from places import SHARED
from prgtheory.chapters import CHAPTERS, printed_rows
from prgtheory.flach_kull import printed as flach_kull
from prgtheory.hughes_oliver import printed as hughes_oliver
from prgtheory.printed_beside_found import VERDICTS, Verdict
from prgtheory.printed_data import DOWNSAMPLED, ORIGINAL_SKEW, PREDICATE_MEAN, PREDICATES
from theory_page_of_docs import PAGE, assert_rows_of_docs

EXTERNAL = SHARED / "checks" / "external"


@pytest.fixture(scope="module")
def rows():
    return printed_rows()


def test_no_difference_is_unexplained(rows):
    assert len(rows) > 270
    assert all(row.why for row in rows if row.verdict not in ("agrees", "consistent"))
    assert all(row.found for row in rows if row.verdict == "agrees")


def test_words_of_a_source_have_one_verdict(rows):
    verdicts = {}
    for row in rows:
        if re.search("[a-z]{3}", row.printed):
            verdicts.setdefault((row.source, row.printed), set()).add(row.verdict)
    assert all(len(found) == 1 for found in verdicts.values())


@pytest.mark.parametrize("chapter", [chapter for chapter in CHAPTERS if chapter.sources])
def test_the_docs_show_every_row(rows, chapter):
    own = [row for row in rows if row.source in chapter.sources]
    assert {row.source for row in own} == set(chapter.sources)
    assert_rows_of_docs(own)


def test_the_docs_count_the_verdicts(rows):
    counts = Counter(row.verdict for row in rows)
    shown = dict(re.findall(r"^\| ([a-z ]+) \| [^|]+ \| (\d+) \|", PAGE, re.MULTILINE))
    assert {verdict: int(n) for verdict, n in shown.items()} == counts
    assert list(shown) == list(VERDICTS) == list(get_args(Verdict))
    assert f"\n{len(rows)} statements, each with" in PAGE


def test_the_words_of_misprints_stand_in_the_sources(rows):
    texts = SHARED / "papers"
    if not texts.exists():
        pytest.skip(f"{texts} is absent")
    read = "\n".join(path.read_text(errors="replace") for path in sorted(texts.glob("*.txt")))
    plain = "".join(filter(str.isalnum, read.replace("$", "")))
    quoted = [
        row.words for row in rows if row.verdict == "misprint" and row.source != "Hughes-Oliver"
    ]
    for words in quoted:
        for part in words.split("..."):
            assert "".join(filter(str.isalnum, part)) in plain, part


@pytest.mark.parametrize(
    ("module", "function"),
    [
        ("prgbench.metrics.theorems", "interpolation_weight"),
        ("prgbench.metrics.theorems", "indifferent_beta2"),
        ("prgtheory.populations.variance", "delta_variance"),
    ],
)
def test_a_broken_function_stops_the_table(monkeypatch, module, function):
    owner = import_module(module)
    right = getattr(owner, function)
    monkeypatch.setattr(owner, function, lambda *a, **k: 1.01 * right(*a, **k))
    with pytest.raises(ValueError, match=r" is not | printed "):
        [*flach_kull.rows(), *hughes_oliver.exact_rows()]


def test_the_tables_of_boyd_are_typed_as_published():
    path = EXTERNAL / "boyd2012_aucnpr.json"
    if not path.exists():
        pytest.skip(f"{path} is absent")
    cases = json.loads(path.read_text())["cases"]
    published = [(c["aucpr"], c["expected"]["aucnpr"]["value"]) for c in cases if "aucpr" in c]
    typed = [(float(s.aucpr), float(s.aucnpr)) for s in (*DOWNSAMPLED, *ORIGINAL_SKEW)]
    assert typed == published


def test_the_means_of_table_2_are_those_of_its_lines():
    for name in ("aucpr", "aucnpr"):
        mean = sum(float(getattr(score, name)) for score in PREDICATES) / len(PREDICATES)
        assert mean == pytest.approx(float(getattr(PREDICATE_MEAN, name)), abs=5.01e-4)
