"""Models whose cost and F-gain curves are known: what is said of who wins where, and how often."""

from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from prgbench import metrics as m
from prgbench.answer.mean_costs import GRID
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.envelope_bands import EnvelopeName
from prgbench.metrics.fixed_thresholds import ranges_of_many
from prgbench.metrics.operating_conditions import MARGIN, PairVerdict, WinningRanges
from simulated_envelopes import Pair
from worlds.characteristics import Finding, share

WRONG = "a model is said to win where it does not"
EXCLUDED = "the best model is ruled out somewhere"
REVERSED = "at least as good everywhere: wrong"
DOMINANT = "at least as good everywhere: found"
CROSSING = "each wins somewhere: found"
OUTSIDE = "the winner changes inside a certain range"
MOST_WRONG = 0.05
POWER = 0.8
RESAMPLES = 500
_TINY = 1e-9


@dataclass(frozen=True)
class Costs:
    """A world of models on the same instances, each named in `simulated_envelopes.MODELS`.

    Scores of two models have this ``correlation`` within a class; ``levels`` and ``grouped`` are
    those of `Pair`. In a world that is ``powerful``, what is true has to be found in 80%.
    If thresholds are ``held``, the models are compared as more than twelve are.
    """

    name: str
    models: tuple[str, ...]
    n_pos: int
    n_neg: int
    correlation: float = 0.5
    levels: int = 0
    grouped: bool = False
    curve: EnvelopeName = "cost"
    powerful: bool = False
    held: bool = False

    def draw(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
        """Draw labels, scores (models, n) and groups."""
        return self._pair.draw_of(self.models, rng)

    def truth(self, x: np.ndarray) -> np.ndarray:
        """Return the curves of the models in the population, as losses: (models, points)."""
        heights = np.array([self._pair.truth(name, self.curve, x) for name in self.models])
        return heights if self.curve == "cost" else 1 - heights

    @property
    def _pair(self) -> Pair:
        sizes = self.n_pos, self.n_neg, self.correlation, self.levels, self.grouped
        return Pair(self.models[0], self.models[1], *sizes)


def _worlds() -> Iterator[Costs]:
    """Go through the worlds, with the curve of costs and, of some, that of F-gains."""
    same = "AUROC 0.8"
    for n_pos, n_neg in ((30, 70), (30, 970), (60, 240), (500, 500)):
        yield Costs(f"2 equal, {n_pos} + {n_neg}", (same,) * 2, n_pos, n_neg)
    yield Costs("2 equal, AUROC .6, 30 + 970", ("AUROC 0.6",) * 2, 30, 970)
    yield Costs("2 equal, AUROC .99, 60 + 240", ("AUROC 0.99",) * 2, 60, 240)
    yield Costs("2 equal, 5 levels, 60 + 240", (same,) * 2, 60, 240, levels=5)
    yield Costs("2 equal, groups of five, 200 + 800", (same,) * 2, 200, 800, grouped=True)
    for curve in ("cost", "f_gain"):
        of = "" if curve == "cost" else ", beta"
        yield Costs(f"5 equal, 60 + 240{of}", (same,) * 5, 60, 240, curve=curve)
        crossing = ("wide, AUROC .8", "narrow, AUROC .8")
        yield Costs(f"crossing, 60 + 240{of}", crossing, 60, 240, curve=curve)
        yield Costs(
            f"crossing, 200 + 800{of}",
            crossing,
            200,
            800,
            curve=curve,
            powerful=curve == "cost",
        )
        yield Costs(f"crossing, 500 + 2000{of}", crossing, 500, 2000, curve=curve, powerful=True)
    yield Costs("5 equal, 30 + 270", (same,) * 5, 30, 270)
    yield Costs("12 equal, correlation .9, 60 + 240", (same,) * 12, 60, 240, 0.9)
    five = (*("wide, AUROC .8", "narrow, AUROC .8"), "AUROC 0.8", "AUROC 0.7", "AUROC 0.6")
    yield Costs("5 unlike, 200 + 800", five, 200, 800)
    yield Costs("5 unlike, 500 + 2000", five, 500, 2000)
    for n_pos, n_neg in ((60, 240), (200, 800), (500, 2000)):
        of = f"{n_pos} + {n_neg}"
        powerful = n_pos >= 200
        yield Costs(
            f"one better everywhere, {of}",
            ("AUROC 0.9", "AUROC 0.7"),
            n_pos,
            n_neg,
            powerful=powerful,
        )
        yield Costs(f"one better by little, {of}", ("AUROC 0.8", "AUROC 0.7"), n_pos, n_neg)
    # The weaker one is better by .0102 at one place, just beyond the margin.
    for shape in ("wide", "narrow"):
        for n_pos, n_neg in ((30, 120), (60, 240), (200, 800), (1000, 4000)):
            yield Costs(
                f"reversed by .0102 ({shape}), {n_pos} + {n_neg}",
                ("AUROC .86", f"{shape}, just reversed"),
                n_pos,
                n_neg,
            )
    yield from _held(same, crossing)


def _held(same: str, crossing: tuple[str, str]) -> Iterator[Costs]:
    """Go through the worlds in which each model keeps its thresholds."""
    for n_pos, n_neg in ((30, 270), (60, 240), (200, 800)):
        yield Costs(f"30 equal, {n_pos} + {n_neg}", (same,) * 30, n_pos, n_neg, 0.7, held=True)
    held = ", as of many models"
    yield Costs(f"2 equal, 30 + 270{held}", (same,) * 2, 30, 270, held=True)
    yield Costs(f"2 equal, AUROC .99, 60 + 240{held}", ("AUROC 0.99",) * 2, 60, 240, held=True)
    yield Costs(
        f"2 equal, groups of five, 200 + 800{held}", (same,) * 2, 200, 800, grouped=True, held=True
    )
    yield Costs(f"2 equal, 5 levels, 60 + 240{held}", (same,) * 2, 60, 240, levels=5, held=True)
    unlike = tuple(f"AUROC {area}" for area in (0.6, 0.7, 0.8, 0.9))
    yield Costs("30 unlike, 200 + 800", (*unlike, *crossing) * 5, 200, 800, 0.7, held=True)
    better = ("AUROC 0.9", "AUROC 0.7")
    for n_pos, n_neg in ((60, 240), (200, 800)):
        of = f"{n_pos} + {n_neg}{held}"
        is_large = n_pos > 60
        yield Costs(f"crossing, {of}", crossing, n_pos, n_neg, powerful=is_large, held=True)
        yield Costs(f"one better, {of}", better, n_pos, n_neg, powerful=is_large, held=True)
        for shape in ("wide", "narrow"):
            reversed_ = ("AUROC .86", f"{shape}, just reversed")
            yield Costs(f"reversed by .0102 ({shape}), {of}", reversed_, n_pos, n_neg, held=True)


WORLDS = tuple(_worlds())


def findings(world: Costs, studies: int) -> Iterator[Finding]:
    """Yield how often something false is said, and how often what is true is found."""
    rng = np.random.default_rng(crc32(world.name.encode()))
    said = [_said(world, rng) for _ in range(studies)]
    wrong, excluded, reversed_, dominant, crossing = np.transpose(said)
    losses = world.truth(np.arange(1, 100) / 100)
    lead = losses[1:] - losses[0]
    crosses = (lead > _TINY).any() and (lead < -_TINY).any()
    yield share(world.name, WRONG, wrong, "data sets", at_most=MOST_WRONG)
    yield share(world.name, EXCLUDED, excluded, "data sets", at_most=MOST_WRONG)
    yield share(world.name, REVERSED, reversed_, "data sets", at_most=MOST_WRONG)
    asked = {"at_least": POWER} if world.powerful else {}
    if len(world.models) == 2 and crosses and (abs(lead) > 2 * MARGIN).any():
        # The true place lies in the open gap if no certain range is on its wrong side.
        yield share(world.name, OUTSIDE, wrong, "data sets", at_most=MOST_WRONG)
        yield share(world.name, CROSSING, crossing, "data sets", **asked)
    if len(world.models) == 2 and (lead >= -_TINY).all() and (lead > _TINY).any():
        yield share(world.name, DOMINANT, dominant, "data sets", **asked)


def _said(world: Costs, rng: np.random.Generator) -> tuple[bool, bool, bool, bool, bool]:
    """Return what is wrongly said of a data set, and what is found in it."""
    y_true, scores, groups = world.draw(rng)
    names = [f"model {number}" for number in range(len(scores))]
    found = _ranges(world, y_true, dict(zip(names, scores, strict=True)), groups, rng)
    losses = world.truth(found.x)
    # Lead of the row over the column, as `low` has it.
    lead = losses[np.newaxis] - losses[:, np.newaxis]
    best = losses <= losses.min(axis=0) + _TINY
    verdicts = {
        (a, b): found.verdict(names[a], names[b])
        for a in range(len(names))
        for b in range(a + 1, len(names))
    }
    reversed_ = any(
        (verdict is PairVerdict.FIRST and lead[a, b].min() < -MARGIN)
        or (verdict is PairVerdict.SECOND and lead[b, a].min() < -MARGIN)
        for (a, b), verdict in verdicts.items()
    )
    return (
        bool((found.better & (lead <= _TINY)).any()),
        # One of several equally good models would do.
        bool((~(found.may_win & best).any(axis=0)).any()),
        reversed_,
        verdicts[0, 1] is PairVerdict.FIRST,
        verdicts[0, 1] is PairVerdict.CROSSING,
    )


def _ranges(
    world: Costs,
    y_true: np.ndarray,
    models: dict[str, np.ndarray],
    groups: np.ndarray | None,
    rng: np.random.Generator,
) -> WinningRanges:
    """Compare the models as the world's are: with thresholds of each resample, or held."""
    if world.held:
        sample = Sample.checked(y_true, models, groups=groups)
        return ranges_of_many(
            sample, list(models), grid=GRID, n_resamples=RESAMPLES, random_state=rng
        )
    return m.winning_ranges(
        y_true, models, world.curve, groups=groups, n_resamples=RESAMPLES, random_state=rng
    )
