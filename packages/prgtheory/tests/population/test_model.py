"""Standard errors, coverage and their tables."""

import numpy as np
import pytest

from prgtheory.population import model
from prgtheory.population.model import AreaErrors, Coverage, area_errors, coverage
from prgtheory.populations import areas, hughes_oliver_case
from theory_page_of_docs import assert_table_of_docs


def test_bootstrap_errors_scatter_around_the_simulated_one():
    found = area_errors(
        hughes_oliver_case("A", 0.2), 400, replicates=1500, rng=np.random.default_rng(1)
    )
    np.testing.assert_allclose(found.bootstrapped.mean(axis=0), found.simulated, rtol=0.15)


@pytest.fixture(scope="module")
def covered():
    return coverage(n=1000, replicates=150)


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_docs_show_the_areas():
    lines = model.table_population_areas()
    assert_table_of_docs("population_areas", lines)
    places = [(line["case"], round(1 / line["prevalence"])) for line in lines]
    cases = ["A", "A*", "B", "C", "D", "E", "F"]
    assert places == [(case, n) for case in cases for n in (2, 5, 11)]
    # Uniform scores on [0, 1] and [1/2, 3/2]: a positive is lower with probability 1/2 1/2 1/2.
    by_case = dict(zip(places, lines, strict=True))
    assert by_case["D", 2]["AUROC"] == pytest.approx(7 / 8)
    assert by_case["E", 11]["AUROC"] == pytest.approx(1 / 8)
    # As the heading of the table says.
    for case in cases:
        aupr, auprg = ([by_case[case, n][area] for n in (2, 5, 11)] for area in ("AUPR", "AUPRG"))
        assert aupr == sorted(aupr, reverse=True)
        assert auprg == sorted(auprg, reverse=case == "E")
    assert by_case["A", 2]["AUPRG"] == pytest.approx(by_case["A*", 2]["AUPRG"], abs=1e-9)


def test_equation_5_is_0_over_0_for_case_e_where_the_classes_are_as_frequent():
    # As the heading of the table says of its empty cell.
    population = hughes_oliver_case("E", 0.5)
    precision_gain_at_zero = population.precision_gain(0.0)
    assert 1 - population.prevalence * (1 - precision_gain_at_zero) == 0
    area = areas(population).auprg
    assert area / 2 + 1 / 4 - 0.5 * (1 - precision_gain_at_zero**2) / 4 == pytest.approx(0)


def test_standard_errors_are_those_of_each_size_and_area(monkeypatch):
    made_up = [
        AreaErrors(
            n,
            np.array([[0.2, 0.3, 0.4], [0.4, 0.5, np.nan]]),
            np.array([0.1, 0.2, 0.3]) / n,
            np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 7.0], [6.0, 9.0, 11.0]]) / n,
        )
        for n in (10, 100)
    ]
    monkeypatch.setattr(model, "standard_errors", lambda: made_up)
    lines = model.table_standard_errors()
    assert [(line["n"], line["area"]) for line in lines] == [
        (n, area) for n in (10, 100) for area in ("AUROC", "AUPR", "AUPRG")
    ]
    numbers = [[line[name] for name in list(line)[2:]] for line in lines]
    assert list(lines[0])[2:] == [
        "mean", "standard_error", "bootstrap_mean", "bootstrap_lowest", "bootstrap_highest"
    ]  # fmt: skip
    # A sample whose AUPRG is undefined has no part in its mean.
    assert numbers[0] == pytest.approx([0.3, 0.01, 0.3, 0.1, 0.6])
    assert numbers[2] == pytest.approx([0.4, 0.03, 0.7, 0.3, 1.1])
    assert numbers[4] == pytest.approx([0.4, 0.002, 0.05, 0.02, 0.09])


def test_coverage_has_a_line_for_each_population_and_recall(monkeypatch):
    notes = ("steep", *[""] * 8)
    cells = [
        Coverage(case, pi, 1000, np.arange(9) / 10, 1 - np.arange(9) / 10, notes)
        for case, pi in (("A", 0.5), ("B", 0.2))
    ]
    asked = []
    monkeypatch.setattr(model, "coverage", lambda *, replicates: asked.append(replicates) or cells)
    lines = model.table_coverage(replicates=150)
    assert asked == [150]
    assert len(lines) == 18
    assert list(lines[1].items()) == [
        ("case", "A"), ("prevalence", 0.5), ("n", 1000), ("recall", 0.2),
        ("linear", 0.1), ("logit", 0.9), ("note", ""),
    ]  # fmt: skip
    assert (lines[9]["case"], lines[9]["recall"], lines[9]["note"]) == ("B", 0.1, "steep")
