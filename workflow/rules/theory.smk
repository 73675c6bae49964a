# The theory of the sources; it needs no data, and adds the demo's part if the demo has been run.

from prgbench.papers.sources import PRINTED_TABLE, SOURCES, source_named

THEORY = Path("results") / "theory"
THEORY_SOURCES = [source for source in SOURCES if not source.needs_demo]
THEORY_TABLES = [
    PRINTED_TABLE,
    *[table.name for source in SOURCES for table in source.tables],
]
THEORY_ENDINGS = ["png", "pdf", "svg"]
DEMO = source_named("demo")
DEMO_MODELS = Path("results") / "demo" / "models.parquet"
DEMO_IS_THERE = DEMO_MODELS.exists() and (EMBEDDED.store / "bundles").exists()
DEMO_FIGURES = DEMO.figure_files if DEMO_IS_THERE else []
THEORY_FIGURES = [
    *[figure for source in THEORY_SOURCES for figure in source.figure_files],
    *DEMO_FIGURES,
]


rule theory:
    input:
        THEORY / "index.md",
        THEORY / f"{PRINTED_TABLE}.md",
        expand(
            THEORY / "{figure}.{ending}", figure=THEORY_FIGURES, ending=THEORY_ENDINGS
        ),
        expand(THEORY / "{table}.csv", table=THEORY_TABLES),
        expand(
            NOTEBOOKS / "theory_{source}.ipynb",
            source=[source.name for source in SOURCES if source.has_notebook],
        ),


# One job a source: the imports of a process cost more than a figure.
for source in THEORY_SOURCES:

    rule:
        name:
            f"theory_figures_{source.name}"
        input:
            style=STUDY.figures.style,
        output:
            report(
                expand(THEORY / "{figure}.png", figure=source.figure_files),
                category="Theory",
                subcategory=source.name,
            ),
            expand(
                THEORY / "{figure}.{ending}",
                figure=source.figure_files,
                ending=["pdf", "svg", "md"],
            ),
        log:
            THEORY / "logs" / f"figures-{source.name}.log",
        params:
            source=source.name,
            formats=THEORY_ENDINGS,
            code=fingerprint("theory_figures.py", source.module("figures")),
        script:
            "../scripts/theory_figures.py"


rule theory_tables:
    output:
        expand(THEORY / "{table}.csv", table=THEORY_TABLES),
    log:
        THEORY / "logs" / "tables.log",
    params:
        code=fingerprint(
            "theory_tables.py",
            *[module for source in SOURCES for module in source.table_modules],
        ),
    script:
        "../scripts/theory_tables.py"


rule theory_demo:
    input:
        models=[DEMO_MODELS] if DEMO_IS_THERE else [],
        style=STUDY.figures.style,
    output:
        THEORY / f"{DEMO.name}.md",
        expand(
            THEORY / "{figure}.{ending}",
            figure=DEMO_FIGURES,
            ending=[*THEORY_ENDINGS, "md"],
        ),
    log:
        THEORY / "logs" / f"{DEMO.name}.log",
    params:
        source=DEMO.name,
        store=str(EMBEDDED.store),
        formats=THEORY_ENDINGS,
        code=fingerprint("theory_demo.py", DEMO.module("figures")),
    script:
        "../scripts/theory_demo.py"


rule theory_page:
    input:
        expand(
            THEORY / "{figure}.{ending}", figure=THEORY_FIGURES, ending=["png", "md"]
        ),
        expand(THEORY / "{table}.csv", table=THEORY_TABLES),
        THEORY / f"{DEMO.name}.md",
    output:
        page=THEORY / "index.md",
        table=THEORY / f"{PRINTED_TABLE}.md",
    log:
        THEORY / "logs" / "page.log",
    params:
        figures=THEORY_FIGURES,
        code=fingerprint("theory_page.py"),
    script:
        "../scripts/theory_page.py"
