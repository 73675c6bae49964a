"""Who wins where: ranges of costs, verdicts and sentences, beside hulls and areas."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.isotonic import IsotonicRegression

from prgbench import metrics as m
from prgbench.metrics.operating_conditions import Axis, PairVerdict, WinningRange

GRID = np.arange(1, 100) / 100
ROUNDING = 1e-12


def crossing(n=1000, seed=0):
    """Labels, and two models of AUROC .8 whose ROC curves cross, with a third that is useless."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 5 == 0
    noise = rng.normal(size=(3, n))
    scores = {
        "narrow": np.where(y, 0.9 + 0.4 * noise[0], noise[0]),
        "wide": np.where(y, 2.3 + 2.5 * noise[1], noise[1]),
        "useless": noise[2],
    }
    return y, scores


@pytest.fixture(scope="module")
def found():
    return m.winning_ranges(*crossing(), n_resamples=300)


def test_two_models_have_the_band_of_their_difference():
    y, scores = crossing()
    two = {name: scores[name] for name in ("narrow", "wide")}
    band = m.difference_band(y, *two.values())
    ranges = m.winning_ranges(y, two)
    np.testing.assert_array_equal(ranges.low[0, 1], band.low)
    np.testing.assert_array_equal(ranges.low[1, 0], -band.high)
    wins = [part for part in ranges.ranges() if part.is_certain]
    assert [part.models for part in wins] == [("wide",), ("narrow",)]
    inside = (ranges.x >= wins[1].low) & (ranges.x <= wins[1].high)
    np.testing.assert_array_equal(band.first_wins, inside)


def test_the_bounds_of_several_models_are_wider_and_hold_the_exact_curves(found):
    y, scores = crossing()
    curves = np.array([m.cost_curve(y, row).at(GRID) for row in scores.values()])
    np.testing.assert_array_equal(found.heights, curves)
    lead = curves[np.newaxis] - curves[:, np.newaxis]
    assert (found.low <= lead).all()
    pair = m.winning_ranges(
        y, {name: scores[name] for name in ("narrow", "wide")}, n_resamples=300
    )
    assert (found.low[0, 1] <= pair.low[0, 1] + ROUNDING).all()
    np.testing.assert_array_equal(found.limit, curves.min(axis=0))


def test_the_limit_is_the_cost_curve_of_the_hull_of_all_hulls():
    y, scores = crossing(400)
    found = m.winning_ranges(y, scores, n_resamples=10)
    points = [m.roc_curve(y, row) for row in scores.values()]
    fpr, tpr = (np.concatenate([getattr(curve, k) for curve in points]) for k in ("fpr", "tpr"))
    loss = np.outer(1 - tpr, GRID) + np.outer(fpr, 1 - GRID)
    np.testing.assert_allclose(found.limit, loss.min(axis=0), atol=ROUNDING)


def test_verdicts(found):
    assert found.verdict("narrow", "wide") is PairVerdict.CROSSING
    assert found.nowhere_best == ()
    y, scores = crossing()
    pair = {"useless": scores["useless"], "good": scores["useless"] + 2 * y}
    two = m.winning_ranges(y, pair, n_resamples=300)
    assert two.verdict("good", "useless") is PairVerdict.FIRST
    assert two.verdict("useless", "good") is PairVerdict.SECOND
    assert two.sentences()[1] == (
        "good is at least as good as useless at every cost (up to 0.01 of the loss): no cost "
        "reverses that."
    )
    strict = m.winning_ranges(y, pair, n_resamples=300, margin=0)
    assert strict.verdict("good", "useless") is PairVerdict.OPEN
    same = m.winning_ranges(y, {"a": scores["wide"], "b": 2 * scores["wide"]}, n_resamples=50)
    assert same.verdict("a", "b") is PairVerdict.EQUAL
    assert str(same) == "a and b rank all instances alike: they are equal at every cost."
    lone = np.random.default_rng(4).normal(size=(2, 200))
    open_ = m.winning_ranges(np.arange(200) % 2, lone, n_resamples=100)
    assert open_.verdict("0", "1") is PairVerdict.OPEN
    assert str(open_) == "Which is better is not resolved at any cost."


def test_ranges_cover_the_axis_once_and_say_who_may_win(found):
    parts = found.ranges()
    ends = [end for part in parts for end in (part.low, part.high)]
    assert ends == sorted(ends)
    assert (ends[0], ends[-1]) == (0.01, 0.99)
    np.testing.assert_allclose(np.subtract(ends[2::2], ends[1:-1:2]), 0.01)
    for part in parts:
        place = np.searchsorted(GRID, part.low)
        names = tuple(np.array(found.names)[found.may_win[:, place]])
        assert part.models == names
    assert {part.models for part in found.ranges("wide", "useless")} == {
        ("wide",),
        ("wide", "useless"),
    }


def test_sentences_are_in_costs_at_the_prevalence():
    y, scores = crossing()
    two = m.winning_ranges(y, {name: scores[name] for name in ("narrow", "wide")})
    (narrow,) = [part for part in two.ranges() if part.models == ("narrow",)]
    least, most = (4 * c / (1 - c) for c in (narrow.low, narrow.high))
    assert two.sentences()[0].startswith("narrow wins where a miss costs ")
    words = two.sentences()[0].split()
    # Rounded inwards, to two digits.
    low, high = float(words[6]), float(words[8])
    assert least - 1e-9 <= low < 1.1 * least
    assert 0.9 * most < high <= most + 1e-9
    stated = two.sentences(prevalence=0.5)[0].split()
    assert float(stated[6]) == pytest.approx(least / 4, rel=0.1)
    assert two.sentences()[-1] == "Which is better is not resolved elsewhere."


def test_sentences_of_f_gains_are_in_beta():
    y, scores = crossing(3000)
    pair = {"wide": scores["wide"], "useless": scores["useless"]}
    found = m.winning_ranges(y, pair, "f_gain", n_resamples=300)
    (wide,) = [part for part in found.ranges() if part.models == ("wide",)]
    beta = np.sqrt(1 / np.array([wide.high, wide.low]) - 1)
    said = found.sentences()[0]
    assert said.startswith("wide wins under F-beta with beta ")
    if wide.high < 0.99:
        assert float(said.split()[6]) == pytest.approx(beta[0], rel=0.1)
    with pytest.raises(ValueError, match="F-gains are those of the data's prevalence"):
        found.sentences(prevalence=0.1)


def test_many_models_are_counted_and_few_are_named():
    y = np.arange(2000) % 2
    rng = np.random.default_rng(1)
    good = {f"good {k}": y + rng.normal(0, 0.5, 2000) for k in range(2)}
    bad = {f"bad {k}": rng.normal(0, 1, 2000) for k in range(6)}
    said = m.winning_ranges(y, good | bad, n_resamples=200).sentences()
    assert said[0].startswith("Only good 0 or good 1 may be the best where a miss costs ")
    perfect = {"perfect": y} | bad
    said = m.winning_ranges(y, perfect, n_resamples=200).sentences()
    assert said[0].startswith("perfect wins where a miss costs ")
    assert said[1] == "perfect is at least as good as every other model at every cost (up to " + (
        "0.01 of the loss)."
    )


@pytest.mark.parametrize(
    ("low", "high", "written"),
    [
        (0.2, 0.4, "1 to 2.6"),
        (0.01, 0.4, "at most 2.6"),
        (0.2, 0.99, "at least 1"),
        (0.5, 0.5, "about 4"),
        (0.01, 0.99, "0.041 to 390"),
    ],
)
def test_ends_are_rounded_inwards(low, high, written):
    axis = Axis("cost", 0.2, 0.01, 0.99)
    said = axis.where([WinningRange(low, high, ("a",))])
    assert said == f"where a miss costs {written} times as much as a false alarm"


LABELS = st.lists(st.booleans(), min_size=8, max_size=40).filter(lambda y: len(set(y)) == 2)
POINTS = np.arange(1, 400) / 400


def curves_of(y, scores):
    return m.cost_curve(y, scores), m.f_gain_curve(y, scores)


@settings(max_examples=80, deadline=None)
@given(LABELS, st.data())
def test_a_model_that_is_nowhere_worse_has_every_area_of_the_hull_and_every_best_f(y, data):
    n = len(y)
    levels = st.lists(st.integers(0, 8), min_size=n, max_size=n)
    a, b = np.array(data.draw(levels)), np.array(data.draw(levels))
    # Half of the pairs are made dominated: positives of the second are lowered, or negatives
    # raised.
    if data.draw(st.booleans()):
        shift = np.array(data.draw(st.lists(st.integers(0, 4), min_size=n, max_size=n)))
        b = a - np.where(y, 1, -1) * shift
    (loss_a, gain_a), (loss_b, gain_b) = curves_of(y, a), curves_of(y, b)
    # At the breakpoints of both curves their difference has all its extremes.
    c = np.unique(np.concatenate([loss_a.breakpoints, loss_b.breakpoints, POINTS]))
    if not (loss_a.at(c) <= loss_b.at(c) + ROUNDING).all():
        return
    # The hull of the first holds all vertices of the second, and the other way round.
    hull_a, hull_b = loss_a.hull, loss_b.hull
    inside = np.interp(hull_b.fpr, hull_a.fpr, hull_a.tpr)
    inside[hull_b.fpr == 0] = hull_a.tpr[hull_a.fpr == 0].max()
    assert (inside >= hull_b.tpr - ROUNDING).all()
    assert (gain_a.at(POINTS) >= gain_b.at(POINTS) - ROUNDING).all()
    assert gain_a.mean >= gain_b.mean - ROUNDING
    assert loss_a.mean <= loss_b.mean + ROUNDING
    for beta in (0.5, 1, 2):
        assert m.max_fbeta_score(y, a, beta=beta) >= m.max_fbeta_score(y, b, beta=beta) - ROUNDING
    # Scores calibrated by the hull have curves without dents: then the areas agree, too.
    fits = [IsotonicRegression().fit_transform(scores, y) for scores in (a, b)]
    of_a, of_b = m.areas(y, fits)
    assert (of_a >= of_b - 1e-9).all()
    assert m.evaluate(y, a, "h_measure") >= m.evaluate(y, b, "h_measure") - 1e-9


@settings(max_examples=50, deadline=None)
@given(LABELS, st.data())
def test_moving_positives_up_and_negatives_down_is_no_worse_at_any_cost_nor_in_any_area(y, data):
    n = len(y)
    b = np.array(data.draw(st.lists(st.integers(0, 8), min_size=n, max_size=n)))
    shift = np.array(data.draw(st.lists(st.integers(0, 4), min_size=n, max_size=n)))
    a = b + np.where(y, shift, -shift)
    losses, gains = zip(*(curves_of(y, scores) for scores in (a, b)), strict=True)
    assert (losses[0].at(POINTS) <= losses[1].at(POINTS) + ROUNDING).all()
    assert (gains[0].at(POINTS) >= gains[1].at(POINTS) - ROUNDING).all()
    of_a, of_b = m.areas(y, [a, b])
    assert (of_a >= of_b - 1e-9).all()


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10_000))
def test_what_is_said_to_win_has_the_lower_loss_there(seed):
    rng = np.random.default_rng(seed)
    y = np.arange(120) % 2
    scores = y * rng.normal(1, 1, (3, 1)) + rng.normal(size=(3, 120)) * rng.uniform(0.5, 2, (3, 1))
    found = m.winning_ranges(y, scores, n_resamples=50)
    for part in found.ranges():
        if part.is_certain:
            best = found.names.index(part.models[0])
            inside = (found.x >= part.low) & (found.x <= part.high)
            others = np.delete(found.heights[:, inside], best, axis=0)
            assert (found.heights[best, inside] < others).all()
    for a, b in ((0, 1), (0, 2), (1, 2)):
        verdict = found.verdict(str(a), str(b))
        if verdict is PairVerdict.FIRST:
            assert (found.heights[a] - found.heights[b]).max() <= found.margin


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"margin": -1}, "margin must be a number from 0 on, not -1"),
        ({"margin": "a"}, "margin must be a number from 0 on, not 'a'"),
        ({"grid": [0.8, 0.5]}, r"grid must ascend: pass np.unique\(grid\)"),
        ({"grid": [0.5, 0.5]}, r"grid must ascend: pass np.unique\(grid\)"),
        ({"y_scores": np.arange(300)}, "y_scores must have at least two models"),
        ({"curve": "roc"}, "curve must be 'cost' or 'f_gain', not 'roc'"),
        ({"y_true": np.arange(300) < 29}, "only 29 positives: a band that holds at all costs"),
        ({"groups": np.arange(300) // 15}, "only 20 groups with positives"),
    ],
)
def test_bad_input(change, message):
    given_ = {
        "y_true": np.arange(300) % 2,
        "y_scores": np.random.default_rng(0).normal(size=(2, 300)),
        "n_resamples": 10,
    }
    with pytest.raises(ValueError, match=message):
        m.winning_ranges(**given_ | change)


@pytest.mark.parametrize("kind", [list, lambda rows: dict(enumerate(rows))])
def test_models_without_names_have_numbers(kind):
    y, scores = crossing(600)
    numbered = m.winning_ranges(y, kind(scores.values()), n_resamples=50)
    first, second = list(scores)[:2]
    named = m.winning_ranges(y, scores, n_resamples=50)
    assert numbered.verdict(0, 1) == numbered.verdict("0", "1") == named.verdict(first, second)
    ends = [(part.low, part.high) for part in named.ranges(first, second)]
    assert [(part.low, part.high) for part in numbered.ranges(0, 1)] == ends


def test_an_unknown_model(found):
    with pytest.raises(ValueError, match=r"There is no model 'tree'; the models are \['narrow'"):
        found.ranges("tree")
