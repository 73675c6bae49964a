"""Whether the rule by which scores are aggregated over data sets changes which model wins.

Every rule is a mean over data sets of what a model earns on each: its score, its rank, its score
on a scale from the worst model to the best, or a win. So one test serves all: which models may
lead in the population of data sets, by each rule. Two rules have different winners, beyond the
choice of the data sets, if no model may lead by both. The first rule, by which most tables are
sorted, is compared with each other one.

Where all models are on all data sets, the order by mean rank is also that of the Borda count, of
the mean win rate over the other models, and of ratings by Elo or Bradley and Terry, which depend
on the number of wins alone: they are one rule.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from prgbench.answer.interface import Part, PartOptions, PValue, Study, Tables, table_of
from prgbench.answer.leaderboard_ranks import Leaderboards
from prgbench.metrics import Measure
from prgbench.stats.families import holm
from prgbench.stats.mean_ranks import p_value_of_common_leader
from prgbench.stats.ranks import centred_ranks
from prgbench.study.agreement import direction
from prgbench.typing import Floats

MEAN, RANK, RESCALED, WINS = "mean", "mean rank", "rescaled mean", "wins"
RULES = {
    MEAN: "the mean score",
    RANK: "the mean rank",
    RESCALED: "the mean of scores from 0, the worst model of a data set, to 1, the best",
    WINS: "the share of data sets on which a model is best",
}
"""The rules, and what they are."""

MOST_LISTED = 5
_RESAMPLES = 1_000
_DECIMALS = 9
_STREAM = 20_152


@dataclass(frozen=True, slots=True)
class RulePair:
    """The winners of a leaderboard by two rules.

    ``p_winners`` is for a model that leads by both on new data sets, adjusted for all rules and
    all measures. ``differ`` is the share of resampled choices of the data sets in which
    the winners differ.
    """

    measure: str
    rule_a: str
    rule_b: str
    winner_a: str
    winner_b: str
    p_winners: PValue
    differ: float
    models: int
    datasets: int
    families: int


@dataclass(frozen=True, slots=True)
class RuleLeader:
    """A model's place by a rule, and in which share of resampled data sets it leads."""

    measure: str
    rule: str
    model: str
    place: int
    value: float
    first: float


def earned(scores: Floats, *, averages: bool = True) -> Mapping[str, Floats]:
    """Return what each model earns on each data set, by rule; more is better.

    Parameters
    ----------
    scores : ndarray of shape (data sets, models)
        Higher for better models.
    averages : bool, default=True
        Whether the scores have a common range, so that their mean is a rule.

    Returns
    -------
    dict of ndarray of shape (data sets, models)

    Examples
    --------
    >>> by_rule = earned(np.array([[0.5, 0.9, 0.7], [0.6, 0.6, 0.2]]))
    >>> by_rule["rescaled mean"].round(2).tolist()
    [[0.0, 1.0, 0.5], [1.0, 1.0, 0.0]]
    >>> by_rule["wins"].tolist()
    [[0.0, 1.0, 0.0], [0.5, 0.5, 0.0]]
    """
    best, worst = scores.max(axis=1, keepdims=True), scores.min(axis=1, keepdims=True)
    wins = (scores == best).astype(np.float64)
    # Where all models are level, each is as good as half of the range.
    spread = np.where(best > worst, best - worst, 1.0)
    rescaled = np.where(best > worst, (scores - worst) / spread, 0.5)
    by_rule = {
        RANK: -centred_ranks(scores),
        RESCALED: rescaled,
        WINS: wins / wins.sum(axis=1, keepdims=True),
    }
    return {MEAN: scores, **by_rule} if averages else by_rule


def has_common_range(measure: Measure, scores: Floats) -> bool:
    """Say whether scores may be averaged over data sets: in units of the data they may not."""
    if np.isfinite([measure.lower, measure.upper]).all():
        return True
    return 0 not in (measure.lower, measure.upper) and bool(np.abs(scores).max() <= 1)


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The leaderboard of a measure by each rule.

    ``sums`` have what the models earn by each rule, over the data sets of each family: (families,
    models). ``leads`` say which models lead: (choices, models), of the data sets as they are in
    the first row, then of resampled choices of the families.
    """

    board: Leaderboards
    measure: Measure
    sums: Mapping[str, Floats]
    leads: Mapping[str, NDArray[np.bool_]]

    @classmethod
    def of(cls, board: Leaderboards, measure: Measure, seed: int) -> "Rules":
        """Aggregate the scores of a board of one measure."""
        [scores] = board.scores
        by_rule = earned(scores, averages=has_common_range(measure, scores))
        sums = {rule: board.sums_of_families(values) for rule, values in by_rule.items()}
        n = board.n_families
        rng = np.random.default_rng([seed, _STREAM])
        counts = rng.multinomial(n, np.full(n, 1 / n), size=_RESAMPLES)
        # The first row has each family once: what was found.
        counts = np.vstack([np.ones(n, dtype=counts.dtype), counts])
        return cls(board, measure, sums, {rule: _lead(counts @ own) for rule, own in sums.items()})

    def pairs(self) -> Iterator[RulePair]:
        """Compare the first rule with each other one."""
        a, *others = self.sums
        for b in others:
            common = self.leads[a] & self.leads[b]
            winner_a, winner_b = (
                int((common[0] if common[0].any() else self.leads[rule][0]).argmax())
                for rule in (a, b)
            )
            yield RulePair(
                self.measure.name,
                a,
                b,
                self.board.models[winner_a],
                self.board.models[winner_b],
                p_value_of_common_leader(-self.sums[a], -self.sums[b]),
                float(1 - common[1:].any(axis=1).mean()),
                models=len(self.board.models),
                datasets=self.board.n_datasets,
                families=self.board.n_families,
            )

    def leaders(self) -> Iterator[RuleLeader]:
        """List the first models by each rule."""
        n_tasks = len(self.board.families)
        for rule, sums in self.sums.items():
            means = np.round(sums.sum(axis=0) / n_tasks, _DECIMALS)
            leads = self.leads[rule][1:]
            shares = (leads / leads.sum(axis=1, keepdims=True)).mean(axis=0)
            values = means
            if rule == RANK:
                values = (len(means) + 1) / 2 - means
            elif rule == MEAN and not self.measure.higher_is_better:
                values = -means
            for model in np.argsort(-means, kind="stable")[:MOST_LISTED]:
                yield RuleLeader(
                    self.measure.name,
                    rule,
                    self.board.models[model],
                    place=int((means > means[model]).sum()) + 1,
                    value=float(values[model]),
                    first=float(shares[model]),
                )


def _lead(sums: Floats) -> NDArray[np.bool_]:
    """Say which models lead, of sums (choices, models)."""
    rounded = np.round(sums, _DECIMALS)
    return np.asarray(rounded == rounded.max(axis=1, keepdims=True))


def tables(study: Study, _options: PartOptions) -> Tables:
    """Return ``rule_pairs`` and ``rule_leaders``, from the models on all of some data sets."""
    pairs: list[RulePair] = []
    leaders: list[RuleLeader] = []
    for measure, sign in zip(
        study.setting.measures, direction(study.setting.measures), strict=True
    ):
        board = Leaderboards.of(study.models, {measure.name: int(sign)})
        if board.is_large_enough:
            rules = Rules.of(board, measure, study.setting.seed)
            pairs += rules.pairs()
            leaders += rules.leaders()
    adjusted = holm([pair.p_winners for pair in pairs])
    return {
        "rule_pairs": table_of(
            RulePair,
            (replace(pair, p_winners=float(p)) for pair, p in zip(pairs, adjusted, strict=True)),
        ),
        "rule_leaders": table_of(RuleLeader, leaders),
    }


PART = Part(
    "aggregation",
    PartOptions,
    tables,
    rows={"rule_pairs": RulePair, "rule_leaders": RuleLeader},
)
