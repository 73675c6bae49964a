"""Measures how the answer's estimators perform where the truth is known: docs/validity.md.

Run by `make calibrate`; ``--scale`` lowers all numbers of studies.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tabulate import tabulate

from prgbench.answer.answer import Answer, Ranks
from prgbench.plotting.words import bounds, decimal
from worlds import characteristics, score_tables
from worlds.characteristics import Finding
from worlds.made import CERTAIN, RARE, WORLDS, Kind, equal, world_named
from worlds.pipeline import answer_of
from worlds.real_study import real_learners
from worlds.standings import FEW, coverage

PAGE = Path(__file__).resolve().parents[1] / "docs" / "validity.md"
INTRODUCTION = """\
# How the answer performs where the truth is known

Written by `make calibrate`; do not edit. Tasks are drawn from populations whose true values are
known (`tests/worlds/made.py`) and analysed with the project's own code. Each number is given with
its Monte-Carlo error. A requirement counts as met if the number misses it by at most three times
this error, because some 400 numbers are checked. Requirements that are not met are marked **no**.
`make test` includes a smaller version.
"""
PIPELINE = "The whole pipeline, starting from a folder archive"


@dataclass(frozen=True)
class Section:
    title: str
    text: str
    measure: Callable[["Sizes"], Iterator[Finding]]


@dataclass(frozen=True)
class Sizes:
    scale: float
    processes: int

    def of(self, studies: int) -> int:
        return max(4, round(self.scale * studies))


def main() -> None:
    """Measure all sections and write the page; print the bounds that are missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--output", type=Path, default=PAGE)
    parser.add_argument("--only", default="", help="measure the sections with this in the title")
    given = parser.parse_args()
    sizes = Sizes(given.scale, given.processes)
    begin = time.perf_counter()
    chapters = _chapters(given.output) if given.only else {"": f"{INTRODUCTION}\n{_worlds()}"}
    missed = []
    for section in SECTIONS:
        if given.only not in section.title:
            continue
        start = time.perf_counter()
        findings = list(section.measure(sizes))
        missed += [finding for finding in findings if not finding.holds]
        chapters[section.title] = f"{section.text}\n\n{_table(findings)}"
        _write(given.output, chapters)
        sys.stdout.write(f"{section.title}: {time.perf_counter() - start:.0f} s\n")
        sys.stdout.flush()
    if not given.only:
        chapters[PIPELINE] = "\n\n".join(_pipeline(given.processes))
    sys.stdout.write(f"All of it: {time.perf_counter() - begin:.0f} s\n")
    _write(given.output, chapters)
    for finding in missed:
        sys.stdout.write(f"Missed: {finding.world}: {finding.what}: {finding.value:.4f}\n")


def _chapters(page: Path) -> dict[str, str]:
    """Return the chapters of the page by title; the introduction has the title ""."""
    begin, *chapters = page.read_text("utf-8").split("\n## ")
    return {"": begin} | dict(chapter.split("\n", 1) for chapter in chapters)


def _write(page: Path, chapters: dict[str, str]) -> None:
    """Write the chapters in their order."""
    titles = ["", *(section.title for section in SECTIONS), PIPELINE]
    blocks = [
        f"## {title}\n\n{chapters[title].strip()}" if title else chapters[title].strip()
        for title in titles
        if title in chapters
    ]
    page.write_text("\n\n".join(blocks) + "\n", "utf-8")


def _worlds() -> str:
    rows = [(world.name, world.what, world.tasks) for world in WORLDS]
    return tabulate(rows, headers=["world", "what", "tasks per study"], tablefmt="github")


def _table(findings: Sequence[Finding]) -> str:
    rows = [
        (f.world, f.what, _number(f.value), _number(f.error), f.of, *_asked(f)) for f in findings
    ]
    headers = ["world", "what", "measured", "error", "based on", "required", "met"]
    return tabulate(rows, headers=headers, tablefmt="github", disable_numparse=True)


def _number(value: float) -> str:
    return f"{value:.4f}".replace("-", "−")


def _asked(finding: Finding) -> tuple[str, str]:
    low, high = finding.at_least, finding.at_most
    if low is None and high is None:
        return "", ""
    if low == high:
        asked = f"{low:g}"
    elif low is None:
        asked = f"≤ {high:g}"
    elif high is None:
        asked = f"≥ {low:g}"
    else:
        asked = f"{low:g} to {high:g}"
    return asked, "yes" if finding.holds else "**no**"


def _silent(sizes: Sizes) -> Iterator[Finding]:
    found = []
    for world in WORLDS:
        if world.silent:
            studies = sizes.of(8 if world.name.startswith("noisier") else 16)
            found += characteristics.verdicts(world, studies, processes=sizes.processes)
    yield from characteristics.together(found)
    yield from found


def _shown(sizes: Sizes) -> Iterator[Finding]:
    for world in WORLDS:
        if world.shows:
            yield from characteristics.verdicts(world, sizes.of(20), processes=sizes.processes)


def _real(sizes: Sizes) -> Iterator[Finding]:
    yield from real_learners(processes=sizes.processes)


def _excess(sizes: Sizes) -> Iterator[Finding]:
    for name in ("null, rare", "null, every row twice"):
        yield from characteristics.excess(
            world_named(name), sizes.of(30), processes=sizes.processes
        )
    yield from characteristics.excess(
        world_named("certain in 20%"), sizes.of(20), truth=0.2, processes=sizes.processes
    )


def _null(sizes: Sizes) -> Iterator[Finding]:
    for name in ("null, rare", "null, large", "near ties", "certain in 20%"):
        yield from characteristics.noise_alone(
            world_named(name), sizes.of(6), processes=sizes.processes
        )


def _choosing(sizes: Sizes) -> Iterator[Finding]:
    for name in ("null, rare", "null, families"):
        yield from characteristics.choosing(
            world_named(name), sizes.of(20), processes=sizes.processes
        )


def _sets(sizes: Sizes) -> Iterator[Finding]:
    kinds = {
        "null, rare": RARE,
        "null, large": Kind(1000, 0.1, equal()),
        "null, ties": Kind(300, 0.05, equal(), levels=5),
    }
    for name, kind in kinds.items():
        yield from characteristics.confidence_sets(name, kind, sizes.of(200))
    best = {"auroc": {0}, "aupr": {1}, "auprg": set()}
    yield from characteristics.confidence_sets("certain tasks", CERTAIN, sizes.of(100), best)


def _scores(sizes: Sizes) -> Iterator[Finding]:
    for world in score_tables.WORLDS:
        yield from score_tables.verdicts(world, sizes.of(60), processes=sizes.processes)
    equal_models = score_tables.world_named("equal models")
    yield from score_tables.told_apart(equal_models, sizes.of(60), processes=sizes.processes)


def _intervals(sizes: Sizes) -> Iterator[Finding]:
    for n_datasets in (20, 50, 100, 426):
        for p in (0.05, 0.2, 0.5):
            yield characteristics.intervals(n_datasets, p, sizes.of(500))
    for n_datasets in (20, 50):
        yield from characteristics.sign_flips(n_datasets, sizes.of(1000))


def _standings(sizes: Sizes) -> Iterator[Finding]:
    for world in FEW:
        yield from coverage(world, sizes.of(300), processes=sizes.processes)


SECTIONS = (
    Section(
        "Where all measures order the models alike",
        "No verdict may say that they differ in more than 2.5% of the studies. In most of these "
        "worlds the measures differ in noise, in some by much.",
        _silent,
    ),
    Section(
        "Where measures truly differ",
        "What should be found in at least 80% of the studies has a requirement.",
        _shown,
    ),
    Section(
        "Real learners",
        "One study: the 46 learners of the demo's archive on 44 tasks by its generators (200 to "
        "1,000 rows, prevalence .04 to .5), with the default settings. The truth of a "
        "cross-validated learner is that of its ten fold models on 16,000 fresh rows. For rank "
        "correlations, the error of the truth itself is taken out; at the top, the truth is that "
        "of the models which the estimator selects. Losses are those of the picks of random "
        "halves. The requirement is that the interval holds the truth within .02.",
        _real,
    ),
    Section(
        "The excess, a description",
        "The cross-half excess is 0 where all models are equal. It is also positive where one "
        "measure is merely noisier than the other, so it has no verdict.",
        _excess,
    ),
    Section(
        "What noise alone would give",
        "The value found, minus the value expected under the normal copula of each task's own "
        "models. The difference is 0 if the true rankings by the measures are the same and the "
        "estimator is unbiased. The range of 20 replicates should contain the value found in 19 "
        "of 21 cases. With 15 positives (null, rare) the expected value is too low, as "
        "docs/comparison.md says.",
        _null,
    ),
    Section("Which measure to choose by", "In the null worlds all losses are 0.", _choosing),
    Section(
        "Which models could be the best",
        "Model confidence sets at 95% with 200 replicates.",
        _sets,
    ),
    Section(
        "The best model and its equals, from one data set on",
        "Five models whose scores are normal with equal variances, evaluated by AUROC, AUPR and "
        "AUPRG; all three together. Models are equal on every data set, equal only on average "
        "over all data sets, or unequal. These data sets: the truth is the mean over the study's "
        "own data sets. New data sets: the mean over all. Ranks of unequal models hold more "
        "often than the level, as ranks are whole numbers. AUPR of a few positives is too high "
        "on average, which the interval of a mean over 20 data sets does not know.",
        _standings,
    ),
    Section(
        "Tables of scores",
        "Eight models on 30 data sets, by AUROC and by accuracy, of which only the scores of "
        "folds or seeds are given. A model has other scores of instances and, from training, "
        "other shifts; folds share training rows as in a cross-validation. Seeds share their test "
        "instances: no verdict may then say that the measures differ, as that may be the noise of "
        "these instances, and there is none on winners. The correction of Nadeau & Bengio (2003) "
        "is too careful where most noise is that of test instances.\n\n"
        + tabulate(
            [(world.name, world.what) for world in score_tables.WORLDS],
            headers=["world", "what"],
            tablefmt="github",
        ),
        _scores,
    ),
    Section(
        "Intervals and tests over data sets",
        "Shares of tasks. Each data set has 1 to 20 tasks, which are correlated (beta-binomial).",
        _intervals,
    ),
)


def _pipeline(cores: int) -> Iterator[str]:
    for name in ("null, rare", "certain in 20%"):
        with tempfile.TemporaryDirectory() as folder:
            answer = answer_of(world_named(name), 1, Path(folder), cores)
        yield f"**{name}**: {answer.tasks} tasks, {answer.models:,} models."
        yield _pairs(answer)
        yield _losses(answer)


def _pairs(answer: Answer) -> str:
    rows = [
        (
            " – ".join(pair.measures),
            f"{pair.disagree.share:.3f}",
            f"{pair.disagree.null:.3f}",
            _correlation(pair.ranks),
            pair.ranks.verdict,
            pair.winners.verdict,
            f"{pair.certain.count} of {pair.certain.of}",
        )
        for pair in answer.pairs
    ]
    headers = [
        *("pair", "found", "noise alone", "rank correlation without noise"),
        *("rankings", "winners", "certain"),
    ]
    return tabulate(rows, headers=headers, tablefmt="github", disable_numparse=True)


def _correlation(ranks: Ranks) -> str:
    if None in (ranks.without_noise, ranks.lower, ranks.upper):
        return "none"
    return f"{decimal(ranks.without_noise)} {bounds(ranks.lower, ranks.upper, decimal)}"


def _losses(answer: Answer) -> str:
    rows = [
        (
            one.target,
            one.by,
            decimal(one.loss, 4),
            bounds(one.lower, one.upper, lambda value: decimal(value, 4)),
            one.verdict,
        )
        for one in answer.choosing
        if None not in (one.loss, one.lower, one.upper)
    ]
    headers = ["target", "chosen by", "loss", "interval", "verdict"]
    return tabulate(rows, headers=headers, tablefmt="github", disable_numparse=True)


if __name__ == "__main__":
    main()
