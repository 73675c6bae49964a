"""Every number that the sources print."""

import json

import pytest

from places import SHARED
from prgbench.papers.printed_data import DOWNSAMPLED, ORIGINAL_SKEW, PREDICATE_MEAN, PREDICATES
from prgbench.papers.theory_tables import printed_rows

EXTERNAL = SHARED / "checks" / "external"


@pytest.fixture(scope="module")
def rows():
    return printed_rows()


def test_no_difference_is_unexplained(rows):
    assert len(rows) > 140
    assert all(row.why for row in rows if row.verdict != "agrees")
    assert all(row.found for row in rows if row.verdict == "agrees")


def test_the_misprints_are_the_known_ones(rows):
    found = sorted(
        (row.source.split(",")[0][:12], row.where) for row in rows if row.verdict == "misprint"
    )
    assert found == sorted(
        [
            ("Flach & Kull", "theorem 3"),
            ("Flach & Kull", "theorem 3"),
            ("Flach & Kull", "section 4"),
            ("Introduction", "first table"),
            ("Introduction", "points 3-4"),
            ("Boyd et al. ", "section 4.2"),
            ("Hughes-Olive", "case B"),
            ("Hughes-Olive", "case B"),
            ("Hughes-Olive", "case F"),
            ("Hughes-Olive", "section 3.1"),
        ]
    )


def test_every_source_is_there(rows):
    assert {row.source for row in rows} == {
        "Flach & Kull (2015)",
        "Flach & Kull, poster (2015)",
        "Introduction to the PR plot",
        "Boyd et al. (2012)",
        "Hughes-Oliver",
    }


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
