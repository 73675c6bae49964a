# The theory of the sources; it needs no data, and adds the demo's part if the demo has been run.

THEORY = Path("results") / "theory"
THEORY_FIGURES = [
    *expand("flach_kull_{number}", number=[1, 2, 3]),
    *expand(
        "introduction_{part}",
        part=["curve", "area", "baselines", "models", "one_to_one", "equal_auroc"],
    ),
    *expand("boyd_{part}", part=[1, 2, 3, 4, "downsampling"]),
    *expand("hughes_oliver_{number}", number=["1_2", *range(3, 12)]),
    *expand("population_{part}", part=["prg", "errors", "coverage"]),
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
THEORY_NOTEBOOKS = ["flach_kull", "introduction", "boyd", "hughes_oliver"]
THEORY_ENDINGS = ["png", "pdf", "svg"]
THEORY_CODE = [
    "metrics",
    "populations",
    "theory",
    "figures/style.py",
    "figures/spaces.py",
]
DEMO_MODELS = Path("results") / "demo" / "models.parquet"
DEMO_FIGURES = ["demo_averages", "demo_model"] if DEMO_MODELS.exists() else []


rule theory:
    input:
        THEORY / "index.md",
        THEORY / "table.md",
        expand(
            THEORY / "{figure}.{ending}",
            figure=[*THEORY_FIGURES, *DEMO_FIGURES],
            ending=THEORY_ENDINGS,
        ),
        expand(THEORY / "{table}.csv", table=THEORY_TABLES),
        expand(THEORY / "notebooks" / "theory_{source}.ipynb", source=THEORY_NOTEBOOKS),


rule theory_figure:
    input:
        style=STUDY["figures"]["style"],
    output:
        report(
            THEORY / "{figure}.png",
            category="Theory",
            labels={"figure": "{figure}"},
        ),
        expand(THEORY / "{{figure}}.{ending}", ending=["pdf", "svg", "md"]),
    log:
        THEORY / "logs" / "figure-{figure}.log",
    wildcard_constraints:
        figure="|".join(THEORY_FIGURES),
    params:
        formats=THEORY_ENDINGS,
        code=fingerprint(*THEORY_CODE),
    script:
        "../scripts/theory_figure.py"


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
        models=[DEMO_MODELS] if DEMO_FIGURES else [],
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
        store=str(RESOURCES / "embedded"),
        formats=THEORY_ENDINGS,
        code=fingerprint(*THEORY_CODE),
    script:
        "../scripts/theory_demo.py"


rule theory_page:
    input:
        expand(
            THEORY / "{figure}.{ending}",
            figure=[*THEORY_FIGURES, *DEMO_FIGURES],
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
        figures=[*THEORY_FIGURES, *DEMO_FIGURES],
        code=fingerprint(*THEORY_CODE),
    script:
        "../scripts/theory_page.py"


rule theory_notebook:
    input:
        notebook="notebooks/theory_{source}.ipynb",
    output:
        THEORY / "notebooks" / "theory_{source}.ipynb",
    log:
        THEORY / "logs" / "notebook-{source}.log",
    wildcard_constraints:
        source="|".join(THEORY_NOTEBOOKS),
    params:
        code=fingerprint(*THEORY_CODE),
    script:
        "../scripts/theory_notebook.py"
