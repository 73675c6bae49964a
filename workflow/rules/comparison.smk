# What goes beyond the paper: is it more than noise, and what does the wrong measure cost?

COMPARISON = STUDY["comparison"]
PARTS = {
    name: part
    for name, part in COMPARISON.items()
    if isinstance(part, dict) and part["enabled"]
}
INSTANCE_PARTS = {
    name: part
    for name, part in PARTS.items()
    if name
    in [
        "aggregation",
        "attribution",
        "duplicates",
        "measure_matrix",
        "prevalence",
        "regret",
    ]
}
NEEDS_NOISE = bool(PARTS.keys() & {"noise_floor", "separability"})
PART_FIGURES = {
    "intervals": ["percentages"],
    "noise_floor": ["noise_floor"],
    "separability": ["separability"],
    "regret": ["regret"],
    "ties": ["ties"],
    "draws": ["draws"],
    "rank_agreement": ["rank_agreement"],
    "duplicates": ["duplicates"],
    "aggregation": ["aggregation"],
    "breakdown": ["breakdown"],
    "attribution": ["attribution"],
    "measure_matrix": ["measure_matrix", "metric_map"],
    "prevalence": ["prevalence"],
    "predictors": ["predictors"],
}
COMPARISON_FIGURES = [figure for part in PARTS for figure in PART_FIGURES[part]]
COMPARISON_TABLES = TABLES / "comparison"
COMPARED = {
    "measures": STUDY["measures"],
    "ranking": STUDY["ranking"],
    "seed": STUDY["selection"]["seed"],
    "confidence_level": COMPARISON["confidence_level"],
}
TASK_CODE = [
    "metrics",
    "archive/bundle.py",
    *expand(
        "analysis/{name}.py",
        name=["instances", "tables", "task_scores", "winner_sets", "noise_floor"],
    ),
]
INSTANCE_CODE = [
    *TASK_CODE,
    *expand(
        "analysis/{name}.py",
        name=[
            "attribution",
            "best_f1",
            "duplicates",
            "fold_scores",
            "measure_matrix",
            "prevalence",
            "split_sample",
            "targets",
        ],
    ),
]
NOISE_CODE = [*TASK_CODE, "analysis/delong.py", "analysis/separability.py"]


rule comparison:
    input:
        RESULTS / "comparison.md",
        expand(FIGURES / "{figure}.{ending}", figure=COMPARISON_FIGURES, ending=ENDINGS),


rule comparison_instances:
    input:
        scores=RESULTS / "scores" / "{chunk}.parquet",
        whole=ancient(RESULTS / "plan" / "plan.json"),
    output:
        directory(RESULTS / "comparison" / "instances" / "{chunk}"),
    log:
        LOGS / "comparison" / "instances-{chunk}.log",
    benchmark:
        RESULTS / "benchmarks" / "comparison" / "instances" / "{chunk}.tsv"
    params:
        store=str(STORE),
        repeats=STUDY["repeats"],
        compared=COMPARED,
        parts=INSTANCE_PARTS,
        progress=RESULTS / "progress" / "comparison_instances",
        code=fingerprint(*INSTANCE_CODE),
    script:
        "../scripts/comparison_instances.py"


rule comparison_noise:
    input:
        scores=RESULTS / "scores" / "{chunk}.parquet",
        whole=ancient(RESULTS / "plan" / "plan.json"),
    output:
        directory(RESULTS / "comparison" / "noise" / "{chunk}"),
    log:
        LOGS / "comparison" / "noise-{chunk}.log",
    benchmark:
        RESULTS / "benchmarks" / "comparison" / "noise" / "{chunk}.tsv"
    params:
        store=str(STORE),
        repeats=STUDY["repeats"],
        compared=COMPARED,
        replicates=COMPARISON["noise_floor"]["replicates"],
        progress=RESULTS / "progress" / "comparison_noise",
        code=fingerprint(*NOISE_CODE),
    script:
        "../scripts/comparison_noise.py"


rule comparison_tables:
    input:
        models=RESULTS / "models.parquet",
        pairs=TABLES / "task_agreement.csv",
        instances=expand(
            RESULTS / "comparison" / "instances" / "{chunk}",
            chunk=CHUNKS if INSTANCE_PARTS else [],
        ),
        noise=expand(
            RESULTS / "comparison" / "noise" / "{chunk}",
            chunk=CHUNKS if NEEDS_NOISE else [],
        ),
    output:
        directory(COMPARISON_TABLES),
    log:
        LOGS / "comparison" / "tables.log",
    benchmark:
        RESULTS / "benchmarks" / "comparison" / "tables.tsv"
    threads: 2
    params:
        compared=COMPARED,
        parts=PARTS,
        resamples=COMPARISON["resamples"],
        code=fingerprint("analysis", "metrics"),
    script:
        "../scripts/comparison_tables.py"


rule comparison_figures:
    input:
        tables=COMPARISON_TABLES,
        style=STUDY["figures"]["style"],
    output:
        report(
            expand(FIGURES / "{figure}.png", figure=COMPARISON_FIGURES),
            category="Comparison",
            caption="../report/comparison.rst",
        ),
        expand(
            FIGURES / "{figure}.{ending}",
            figure=COMPARISON_FIGURES,
            ending=[ending for ending in ENDINGS if ending != "png"],
        ),
    log:
        LOGS / "comparison" / "figures.log",
    benchmark:
        RESULTS / "benchmarks" / "comparison" / "figures.tsv"
    threads: 2
    params:
        figures=COMPARISON_FIGURES,
        formats=STUDY["figures"]["formats"],
        source=ARCHIVE_NAME,
        code=fingerprint("figures"),
    script:
        "../scripts/comparison_figures.py"


rule comparison_section:
    input:
        tables=COMPARISON_TABLES,
        figures=expand(FIGURES / "{figure}.png", figure=COMPARISON_FIGURES),
    output:
        RESULTS / "comparison.md",
    log:
        LOGS / "comparison" / "section.log",
    params:
        part_figures={part: PART_FIGURES[part] for part in PARTS},
        code=fingerprint("report"),
    script:
        "../scripts/comparison_section.py"
