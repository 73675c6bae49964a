"""Standard errors and coverage."""

import numpy as np
import pytest

from prgbench.papers.population import tabulated
from prgbench.papers.population.model import RECALL, area_errors, coverage
from prgbench.populations import CASES, hughes_oliver_case


def test_areas_of_all_populations_are_in_range():
    lines = tabulated.table_population_areas()
    assert len(lines) == len(CASES) * len(tabulated.PREVALENCES)
    for line in lines:
        assert 0 <= line["AUROC"] <= 1
        assert 0 <= line["AUPR"] <= 1
        assert line["AUPRG"] <= 1
    by_case = {(line["case"], line["prevalence"]): line for line in lines}
    assert by_case["A", 0.5]["AUPRG"] == pytest.approx(by_case["A*", 0.5]["AUPRG"], abs=1e-9)


def test_bootstrap_errors_scatter_around_the_simulated_one():
    found = area_errors(
        hughes_oliver_case("A", 0.2), 400, replicates=1500, rng=np.random.default_rng(1)
    )
    np.testing.assert_allclose(found.bootstrapped.mean(axis=0), found.simulated, rtol=0.15)


@pytest.fixture(scope="module")
def covered():
    return coverage(n=1000, replicates=150)


def test_bands_cover_where_no_failure_is_foretold(covered):
    safe = [
        value
        for cell in covered
        for value, note in zip(cell.logit, cell.notes, strict=True)
        if not note
    ]
    assert len(safe) > 20
    # 150 samples: standard error 1.8 points.
    assert min(safe) > 0.88
    assert np.mean(safe) == pytest.approx(0.95, abs=0.015)


def test_table_has_a_line_for_each_population_and_recall(covered, monkeypatch):
    monkeypatch.setattr(tabulated, "coverage", lambda: covered)
    lines = tabulated.table_coverage()
    assert len(lines) == len(covered) * RECALL.size
    assert lines[0]["linear"] == covered[0].linear[0]
