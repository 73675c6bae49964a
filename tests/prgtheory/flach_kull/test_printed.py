"""The rows are those of the docs; a statement that is not borne out stops the table."""

from types import SimpleNamespace

import pytest

from prgbench import metrics
from prgtheory.flach_kull.printed import rows
from theory_page_of_docs import assert_rows_of_docs


def test_the_docs_show_the_rows():
    assert_rows_of_docs(rows())


@pytest.mark.parametrize(("c", "d"), [((0.5, 0.5), (0.5, 0.509)), ((0.5, 0.4), (0.5, 0.6))])
def test_related_scores_of_two_models_stop_the_table(monkeypatch, c, d):
    """Score c must be the same in both models and d must not."""
    replace_hulls(monkeypatch, c, d)
    with pytest.raises(ValueError, match="c and d of one segment each of two models"):
        rows()


def test_the_scores_of_two_models_are_shown(monkeypatch):
    replace_hulls(monkeypatch, (0.5, 0.5), (0.5, 0.511))
    assert [row.found for row in rows()].count("c 0.5 and 0.5, d 0.5 and 0.511") == 1


def replace_hulls(monkeypatch, c, d):
    for name, scores in (("roc_convex_hull", c), ("prg_convex_hull", d)):
        monkeypatch.setattr(metrics, name, hulls(getattr(metrics, name), iter(scores)))


def hulls(right, scores):
    """Return a function that gives the two models of eight instances other scores."""

    def hull(labels, values):
        if labels.size == 8:
            return SimpleNamespace(calibrated=[next(scores)] * 2)
        return right(labels, values)

    return hull
