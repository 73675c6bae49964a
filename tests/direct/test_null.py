import re
from importlib.util import module_from_spec, spec_from_file_location
from itertools import product

import numpy as np
import pandas as pd
import pytest

from golden_files import check_golden
from places import ROOT, SHARED
from prgbench.command_line import main
from prgbench.data.models import Models
from prgbench.direct.null import MEASURES, PRINTED, NullStudies, NullWorlds, Sizes, null
from prgbench.metrics import evaluate, get_measure
from prgbench.report.replication import comparison_lines
from prgbench.run.errors import PrgbenchError
from prgbench.study.agreement import agreement_summary, task_agreement
from prgbench.study.cost import TASKS_2017
from prgbench.study.ranking import Ranking, add_ranks

TWO = Sizes(np.array([60, 90]), np.array([20, 9]))


def many(n, n_pos, tasks=300):
    return Sizes(np.full(tasks, n), np.full(tasks, n_pos))


def shares(found, statistic="best_differs"):
    table = found.table.dropna(subset="auroc")
    own = table[table["statistic"] == statistic]
    return dict(zip(own["measure_a"] + "-" + own["measure_b"], own["value"], strict=True))


def test_the_list_of_2017_has_the_tasks_of_openml():
    sizes = Sizes.read(TASKS_2017)
    assert len(sizes.instances) == 905
    assert (2 * sizes.positives <= sizes.instances).all()
    assert (sizes.positives.min(), sizes.instances.max()) == (7, 1_997_410)


def test_the_list_of_2017_is_made_from_openmls_table(tmp_path):
    table = SHARED / "openml" / "tables" / "binary_tasks_2017.csv"
    if not table.exists():
        pytest.skip(f"{table} is absent: it lies beside the project")
    spec = spec_from_file_location("tasks_2017", ROOT / "benchmarks" / "tasks_2017.py")
    script = module_from_spec(spec)
    spec.loader.exec_module(script)
    script.write(table, tmp_path / "made.csv")
    assert (tmp_path / "made.csv").read_bytes() == TASKS_2017.read_bytes()


def test_capped_tasks_keep_their_prevalence_five_positives_and_a_negative():
    sizes = Sizes(np.array([50, 4000, 9000, 8000, 2000]), np.array([3, 400, 9, 7999, 2]))
    capped = sizes.capped(1000)
    assert capped.instances.tolist() == [50, 1000, 1000, 1000, 1000]
    assert capped.positives.tolist() == [3, 100, 5, 999, 2]
    with pytest.raises(PrgbenchError, match="rows must be at least 10, not 9"):
        sizes.capped(9)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("n_instances\n100\n", "lacks the column n_positives; it needs n_instances, n_positives"),
        ("n_instances,n_positives\n", "has no tasks: add a row for each"),
        ("n_instances,n_positives\n9,4\n9,9\n", "line 3: n_instances '9' and n_positives '9' mus"),
        ("n_instances,n_positives\n9,.4\n", "line 2: n_instances '9' and n_positives '.4' must"),
    ],
)
def test_a_wrong_list_is_one_sentence(text, sentence, tmp_path, capsys):
    path = tmp_path / "sizes.csv"
    path.write_text(text)
    assert main(["null", "--sizes", str(path)]) == 1
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--spread", "a,b", "--spread a,b: write numbers separated by commas, such as .1,.2."),
        ("--spread", ".1,-1,-1", "spread must be >= 0, not -1."),
        ("--auroc", ".7,1", "auroc must lie inside (0, 1), not 1."),
        ("--models", "1", "models must be at least 2, not 1."),
        ("--seed", "-1", "seed must be at least 0, not -1."),
        ("--studies", "0", "studies must be at least 1, not 0."),
    ],
)
def test_a_wrong_option_is_one_sentence(option, value, sentence, capsys):
    assert main(["null", f"{option}={value}"]) == 1
    assert capsys.readouterr().err == f"prgbench: {sentence}\n"


def test_scores_are_shifted_normals_that_correlate_within_classes():
    worlds = NullWorlds(3, np.array([0.8, 0.6]), np.array([0.0, 0.0]))
    n, n_pos = 200_000, 80_000
    scores = worlds.scores(n, n_pos, np.random.default_rng(1))
    for world, auroc in zip(scores, worlds.aurocs, strict=True):
        for own in (world[:, :n_pos], world[:, n_pos:]):
            assert np.cov(own) == pytest.approx(0.5 + 0.5 * np.eye(3), abs=0.02)
        found = evaluate(np.arange(n) < n_pos, world, ["auroc"])
        assert found == pytest.approx(auroc, abs=0.01)


def test_spreads_are_standard_deviations_of_shifts():
    worlds = NullWorlds(4000, np.array([0.7, 0.7]), np.array([0.0, 2.0]))
    without, wide = worlds.scores(4, 2, np.random.default_rng(1)).astype(float)
    shifts = (wide - without)[:, 0]
    assert (shifts.mean(), shifts.std()) == pytest.approx((0, 2), abs=0.1)
    assert (wide - without)[:, 1] == pytest.approx(shifts, abs=1e-5)
    assert (wide == without)[:, 2:].all()


def test_numbers_of_two_tasks_are_those_of_the_study_pipeline():
    found = null(TWO, aurocs=[0.7], spreads=[0.1, 0.3], models=12, studies=2, seed=5)
    for study in range(2):
        rng = np.random.default_rng([5, study])
        worlds = NullWorlds(12, np.array([0.7, 0.7]), np.array([0.1, 0.3]))
        tasks = [
            (n, n_pos, worlds.scores(n, n_pos, rng).astype(float))
            for n, n_pos in zip(TWO.instances, TWO.positives, strict=True)
        ]
        for place, spread in enumerate((0.1, 0.3)):
            models = pd.concat(
                pd.DataFrame(evaluate(np.arange(n) < n_pos, scores[place], MEASURES))
                .set_axis(MEASURES, axis=1)
                .assign(task_id=task, run_id=range(12), dataset_id=task, dataset_name="")
                for task, (n, n_pos, scores) in enumerate(tasks)
            )
            measures = [get_measure(name) for name in MEASURES]
            ranked = add_ranks(Models(models, MEASURES), measures, Ranking())
            summary = agreement_summary(task_agreement(ranked, measures), ranked)
            own = found.studies.groupby(["study", "spread"]).get_group((study, spread))
            for statistic in PRINTED:
                values = own.loc[own["statistic"] == statistic, "value"]
                assert values.tolist() == pytest.approx(summary[statistic].tolist(), abs=1e-9)


def test_equal_models_differ_as_in_the_worlds_of_known_truth():
    # Of "null, rare" and "null, large" in tests/worlds/made.py: 6 studies of 50 tasks each
    rare = null(many(300, 15), aurocs=[0.8], spreads=[0], studies=1)
    expected = {"aupr-auprg": 0.217, "aupr-auroc": 0.843, "auprg-auroc": 0.86}
    assert shares(rare) == pytest.approx(expected, abs=0.08)
    large = null(many(1000, 100), aurocs=[0.8], spreads=[0], studies=1)
    expected = {"aupr-auprg": 0.905, "aupr-auroc": 0.548, "auprg-auroc": 0.466}
    assert shares(large, "rank_correlation") == pytest.approx(expected, abs=0.03)


def test_models_far_apart_are_ranked_alike():
    found = null(TWO, spreads=[1e4], studies=2)
    assert set(shares(found).values()) == {0}
    assert set(shares(found, "top_differs").values()) == {0}
    assert shares(found, "rank_correlation")["auprg-auroc"] == pytest.approx(1)


def test_the_seed_decides_and_more_studies_change_none():
    few, more, other = (
        null(TWO, studies=studies, seed=seed).studies for studies, seed in ((2, 1), (4, 1), (2, 2))
    )
    assert few.equals(more[more["study"] < 2])
    assert not few.equals(other)


def test_the_table_begins_with_the_numbers_of_the_paper():
    table = null(TWO, studies=3).table
    assert len(table) == 9 * (1 + 2 * 4)
    assert table["auroc"][:9].isna().all()
    numbers = iter(table["value"])
    pairs = [("aupr", "auprg"), ("aupr", "auroc"), ("auprg", "auroc")]
    summary = pd.DataFrame(pairs, columns=["measure_a", "measure_b"]).assign(
        tasks=1, datasets=1, models=1, best_differs=0.0, top_differs=0.0, rank_correlation=0.0,
        spearman_lower_quartile=0.0, spearman_upper_quartile=0.0,
    )  # fmt: skip
    for line in comparison_lines(summary):
        if line.measures and line.statistic in PRINTED:
            printed = line.printed
            value = float(printed.rstrip("%")) / (100 if printed.endswith("%") else 1)
            assert next(numbers) == value
    simulated = table[9:]
    assert (simulated["lower"] <= simulated["value"]).all()
    assert (simulated["value"] <= simulated["upper"]).all()


def made_up(*first):
    """Return studies with these shares of AUPRG and AUROC, and half for AUPR and AUPRG."""
    rows = [
        (auroc, 0.1, study, "best_differs", *pair, share)
        for (auroc, study), own in zip(product((0.7, 0.8), range(2)), first, strict=True)
        for pair, share in {("aupr", "auprg"): 0.5, ("auprg", "auroc"): own}.items()
    ]
    columns = [
        *("auroc", "spread", "study", "statistic"), *("measure_a", "measure_b", "value"),
    ]  # fmt: skip
    return NullStudies("", pd.DataFrame(rows, columns=columns))


@pytest.mark.parametrize(
    ("first", "often", "verdict"),
    [(0.4, 1, "can produce it"), (0.5, 0, "does not produce it here")],
)
def test_the_finding_is_how_often_noise_alone_gives_the_order_of_the_paper(first, often, verdict):
    finding = made_up(first, 0.5, 0.6, 0.6).finding
    assert "(22% against 24%)" in finding
    assert f"{often} of 2 with AUROC 0.7 and 0 of 2 with AUROC 0.8" in finding
    assert finding.endswith(f"noise alone {verdict}.")


def test_the_command_prints_the_paper_first(tmp_path, capsys):
    sizes = tmp_path / "sizes.csv"
    sizes.write_text("name,n_positives,n_instances\na,20,60\nb,900,9000\n")
    options = [
        "--auroc",
        ".8",
        "--spread",
        ".1,3",
        "--studies",
        "2",
        "--rows",
        "90",
        "--seed",
        "4",
    ]
    assert main(["null", "--sizes", str(sizes), *options]) == 0
    printed = capsys.readouterr().out
    assert re.search("the paper +24% +29% +22%\nAUROC 0.8, spread 0.1  ", printed)
    check_golden("null", printed)


@pytest.mark.slow
def test_the_page_has_the_numbers_of_the_default_worlds():
    found = null(Sizes.read(TASKS_2017).capped(1000))
    table = found.table.query("statistic == 'best_differs'").dropna(subset="auroc")
    text = (ROOT / "docs" / "comparison.md").read_text(encoding="utf-8")
    for auroc, own in table.groupby("auroc"):
        cells = ["/".join(f"{100 * v:.0f}" for v in w["value"]) for _, w in own.groupby("spread")]
        assert f"| AUROC {f'{auroc:g}'.lstrip('0')} | {' | '.join(cells)} |" in text
    prose = " ".join(text.split())
    assert "AUROC .7 it does in 9 of 20 simulated studies, with AUROC .8 in none of 20" in prose
    assert "9 of 20 with AUROC 0.7 and 0 of 20 with AUROC 0.8 have the same order" in found.finding
