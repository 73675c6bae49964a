# The theory of the sources; it needs no data, and adds the demo's part if the demo has been run.

THEORY = Path("results") / "theory"
THEORY_FIGURES = {
    "flach_kull": [1, 2, 3],
    "introduction": [
        "curve",
        "area",
        "baselines",
        "models",
        "one_to_one",
        "equal_auroc",
    ],
    "boyd": [1, 2, 3, 4, "downsampling"],
    "hughes_oliver": ["1_2", *range(3, 12)],
    "population": ["prg", "errors", "coverage"],
}
THEORY_FIGURE_NAMES = [
    f"{source}_{part}" for source, parts in THEORY_FIGURES.items() for part in parts
]
THEORY_TABLES = [
    "table",
    "properties",
    "downsampling",
    "simulation_study",
    "population_areas",
    "standard_errors",
    "coverage",
]
THEORY_SOURCES = ["flach_kull", "introduction", "boyd", "hughes_oliver"]
THEORY_ENDINGS = ["png", "pdf", "svg"]
THEORY_CODE = [
    "metrics",
    "populations",
    "theory",
    "figures/style.py",
    "figures/spaces.py",
]
DEMO_MODELS = Path("results") / "demo" / "models.parquet"
DEMO_STORE = RESOURCES / "embedded"
DEMO_IS_THERE = DEMO_MODELS.exists() and (DEMO_STORE / "bundles").exists()
DEMO_FIGURES = ["demo_averages", "demo_model"] if DEMO_IS_THERE else []


rule theory:
    input:
        THEORY / "index.md",
        THEORY / "table.md",
        expand(
            THEORY / "{figure}.{ending}",
            figure=[*THEORY_FIGURE_NAMES, *DEMO_FIGURES],
            ending=THEORY_ENDINGS,
        ),
        expand(THEORY / "{table}.csv", table=THEORY_TABLES),
        expand(NOTEBOOKS / "theory_{source}.ipynb", source=THEORY_SOURCES),


# One job a source: the imports of a process cost more than a figure.
for source, parts in THEORY_FIGURES.items():

    rule:
        name:
            f"theory_figures_{source}"
        input:
            style=STUDY["figures"]["style"],
        output:
            report(
                expand(THEORY / f"{source}_{{part}}.png", part=parts),
                category="Theory",
                subcategory=source,
            ),
            expand(
                THEORY / f"{source}_{{part}}.{{ending}}",
                part=parts,
                ending=["pdf", "svg", "md"],
            ),
        log:
            THEORY / "logs" / f"figures-{source}.log",
        params:
            figures=[f"{source}_{part}" for part in parts],
            formats=THEORY_ENDINGS,
            code=fingerprint(*THEORY_CODE),
        script:
            "../scripts/theory_figures.py"


rule theory_tables:
    output:
        expand(THEORY / "{table}.csv", table=THEORY_TABLES),
    log:
        THEORY / "logs" / "tables.log",
    params:
        code=fingerprint(*THEORY_CODE),
    script:
        "../scripts/theory_tables.py"


rule theory_demo:
    input:
        models=[DEMO_MODELS] if DEMO_IS_THERE else [],
        style=STUDY["figures"]["style"],
    output:
        THEORY / "demo.md",
        expand(
            THEORY / "{figure}.{ending}",
            figure=DEMO_FIGURES,
            ending=[*THEORY_ENDINGS, "md"],
        ),
    log:
        THEORY / "logs" / "demo.log",
    params:
        store=str(DEMO_STORE),
        formats=THEORY_ENDINGS,
        code=fingerprint(*THEORY_CODE),
    script:
        "../scripts/theory_demo.py"


rule theory_page:
    input:
        expand(
            THEORY / "{figure}.{ending}",
            figure=[*THEORY_FIGURE_NAMES, *DEMO_FIGURES],
            ending=["png", "md"],
        ),
        expand(THEORY / "{table}.csv", table=THEORY_TABLES),
        THEORY / "demo.md",
    output:
        page=THEORY / "index.md",
        table=THEORY / "table.md",
    log:
        THEORY / "logs" / "page.log",
    params:
        figures=[*THEORY_FIGURE_NAMES, *DEMO_FIGURES],
        code=fingerprint(*THEORY_CODE),
    script:
        "../scripts/theory_page.py"
