"""All parts of the comparison by name: from models and the tables of instances to tidy tables."""

from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import pandas as pd

from prgbench.comparison.aggregation.tables import aggregation_changes
from prgbench.comparison.attribution.tables import attribution_summary, disagreement_parts
from prgbench.comparison.breakdown.tables import disagreement_breakdown
from prgbench.comparison.draws.tables import disagreement_by_draw
from prgbench.comparison.duplicates.tables import agreement_without
from prgbench.comparison.intervals.tables import agreement_intervals, paired_tests
from prgbench.comparison.measure_matrix.metric_map import metric_map
from prgbench.comparison.measure_matrix.tables import all_measures, measure_matrix, self_tests
from prgbench.comparison.noise_floor.tables import noise_floor_summary
from prgbench.comparison.per_task import Setting
from prgbench.comparison.predictors.tables import disagreement_model, gap_curve, task_predictors
from prgbench.comparison.prevalence.tables import prevalence_what_if
from prgbench.comparison.rank_agreement.tables import rank_agreement_summary, task_rank_agreement
from prgbench.comparison.regret.tables import regret_comparison, regret_summary, task_regrets
from prgbench.comparison.separability.tables import separable_disagreements, tied_for_best
from prgbench.comparison.table_files import Tables
from prgbench.comparison.ties.tables import tie_sensitivity, tied_rank_correlations


@dataclass(frozen=True, slots=True)
class Study:
    """What the parts are computed from.

    ``models`` are ranked, ``agreement`` is what `task_agreement` returns, ``instances`` are the
    gathered tables of `instance_tables` and `noise_tables`.
    """

    models: pd.DataFrame
    agreement: pd.DataFrame
    instances: Tables
    setting: Setting
    resamples: int

    @property
    def bootstrap(self) -> dict[str, Any]:
        """Return the options of intervals by resampling data sets."""
        return {
            "resamples": self.resamples,
            "confidence_level": self.setting.confidence_level,
            "seed": self.setting.seed,
        }


def compare(study: Study, *, processes: int = 1) -> Tables:
    """Compute the tables of all parts that are switched on.

    Parameters
    ----------
    study : Study
        The data and the settings.
    processes : int
        How many processes share the parts; the tables do not depend on it.

    Returns
    -------
    dict of str to DataFrame
        The tables by name, in the order of the parts.
    """
    parts = [part for part in PARTS if part in study.setting.parts]
    if processes == 1:
        results = [_run(part, study) for part in parts]
    else:
        with ProcessPoolExecutor(processes, initializer=_share, initargs=(study,)) as pool:
            results = list(pool.map(_run_shared, parts))
    return {name: table for tables in results for name, table in tables.items()}


def _intervals(study: Study, _: Mapping[str, Any]) -> Tables:
    return {
        "intervals": agreement_intervals(study.agreement, study.models, **study.bootstrap),
        "paired_tests": paired_tests(study.agreement, **study.bootstrap),
    }


def _ties(study: Study, options: Mapping[str, Any]) -> Tables:
    measures, seed = study.setting.measures, study.setting.seed
    return {
        "ties": tie_sensitivity(study.models, measures, tolerances=options["tolerances"]),
        "tied_ranks": tied_rank_correlations(study.models, measures, seed=seed),
    }


def _regret(study: Study, _: Mapping[str, Any]) -> Tables:
    tables = study.instances
    regrets = task_regrets(study.models, tables["targets"], study.setting.measures)
    result = {
        "regret": regret_summary(regrets, **study.bootstrap),
        "regret_pairs": regret_comparison(regrets, study.agreement, **study.bootstrap),
    }
    if "split_regrets" in tables:
        datasets = study.models.groupby("task_id")["dataset_id"].first()
        split = tables["split_regrets"].join(datasets, on="task_id")
        result["split_regret"] = regret_summary(split, **study.bootstrap)
        result["split_regret_pairs"] = regret_comparison(split, study.agreement, **study.bootstrap)
    return result


def _noise_floor(study: Study, options: Mapping[str, Any]) -> Tables:
    tables = study.instances
    summary = noise_floor_summary(
        study.models,
        study.agreement,
        tables["floor"],
        tables["gaps"],
        tables.get("split_changes"),
        winner_share=options["winner_share"],
        **study.bootstrap,
    )
    return {"noise_floor": summary}


def _draws(study: Study, options: Mapping[str, Any]) -> Tables:
    return {
        "draws": disagreement_by_draw(
            study.models,
            study.setting.measures,
            sizes=options["sizes"],
            draws=options["draws"],
            seed=study.setting.seed,
        )
    }


def _rank_agreement(study: Study, options: Mapping[str, Any]) -> Tables:
    tasks = task_rank_agreement(
        study.models, study.setting.measures, persistence=options["persistence"]
    )
    return {"rank_agreement": rank_agreement_summary(tasks)}


def _duplicates(study: Study, _: Mapping[str, Any]) -> Tables:
    return {
        "duplicates": agreement_without(
            study.models,
            study.agreement,
            study.instances["rankings"],
            study.setting.measures,
            study.setting.ranking,
        )
    }


def _aggregation(study: Study, _: Mapping[str, Any]) -> Tables:
    changes, disagreements = aggregation_changes(
        study.models,
        study.instances["fold_scores"],
        study.setting.measures,
        study.setting.ranking,
        **study.bootstrap,
    )
    return {"aggregation": changes, "aggregated_agreement": disagreements}


def _breakdown(study: Study, _: Mapping[str, Any]) -> Tables:
    return {"breakdown": disagreement_breakdown(study.models, study.agreement, **study.bootstrap)}


def _attribution(study: Study, _: Mapping[str, Any]) -> Tables:
    parts = disagreement_parts(study.models, study.agreement, study.instances["area_parts"])
    return {"attribution": parts, "attributed": attribution_summary(study.agreement, parts)}


def _measure_matrix(study: Study, _: Mapping[str, Any]) -> Tables:
    chosen = all_measures(study.setting.measures)
    matrix = measure_matrix(study.instances["all_scores"], chosen, study.setting.ranking)
    places, tree = metric_map(matrix)
    return {
        "measure_matrix": matrix,
        "self_tests": self_tests(matrix),
        "metric_map": places,
        "metric_tree": tree,
    }


def _separability(study: Study, options: Mapping[str, Any]) -> Tables:
    gaps = study.instances["gaps"]
    names = [measure.name for measure in study.setting.measures]
    return {
        "separability": separable_disagreements(
            study.models, study.agreement, gaps, level=options["level"]
        ),
        "tied_for_best": tied_for_best(gaps, names),
    }


def _prevalence(study: Study, _: Mapping[str, Any]) -> Tables:
    changes, disagreements = prevalence_what_if(
        study.models,
        study.instances["prevalence_scores"],
        study.setting.measures,
        decimals=study.setting.ranking.decimals,
        **study.bootstrap,
    )
    return {"prevalence": changes, "prevalence_pairs": disagreements}


def _predictors(study: Study, _: Mapping[str, Any]) -> Tables:
    predictors = task_predictors(study.models, study.agreement)
    level = study.setting.confidence_level
    return {
        "predictors": disagreement_model(predictors, confidence_level=level),
        "gap_curve": gap_curve(predictors, **study.bootstrap),
    }


PARTS: dict[str, Callable[[Study, Mapping[str, Any]], Tables]] = {
    "intervals": _intervals,
    "noise_floor": _noise_floor,
    "separability": _separability,
    "regret": _regret,
    "ties": _ties,
    "draws": _draws,
    "rank_agreement": _rank_agreement,
    "duplicates": _duplicates,
    "aggregation": _aggregation,
    "breakdown": _breakdown,
    "attribution": _attribution,
    "measure_matrix": _measure_matrix,
    "prevalence": _prevalence,
    "predictors": _predictors,
}


_shared: list[Study] = []


def _share(study: Study) -> None:
    _shared[:] = [study]


def _run_shared(part: str) -> Tables:
    return _run(part, _shared[0])


def _run(part: str, study: Study) -> Tables:
    return PARTS[part](study, study.setting.parts[part])
