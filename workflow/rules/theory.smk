# The theory of the sources; it needs no data, and adds the demo's part if the demo has been run.

from prgtheory.chapters import PRINTED_TABLE, CHAPTERS, chapter_named

THEORY = Path("results") / "theory"
THEORY_CHAPTERS = [chapter for chapter in CHAPTERS if not chapter.needs_demo]
THEORY_TABLES = [
    PRINTED_TABLE,
    *[table.name for chapter in CHAPTERS for table in chapter.tables],
]
THEORY_ENDINGS = ["png", "pdf", "svg"]
DEMO = chapter_named("demo")
DEMO_STORE = source_of("demo", RESOURCES, **NETWORK).store
DEMO_MODELS = Path("results") / "demo" / "models.parquet"
DEMO_IS_THERE = DEMO_MODELS.exists() and (DEMO_STORE / "bundles").exists()
DEMO_FIGURES = DEMO.figure_files if DEMO_IS_THERE else []
THEORY_FIGURES = [
    *[figure for chapter in THEORY_CHAPTERS for figure in chapter.figure_files],
    *DEMO_FIGURES,
]


rule theory:
    """Redraws and recomputes what the sources of the theory show, into results/theory."""
    input:
        THEORY / "index.md",
        expand(
            THEORY / "{figure}.{ending}", figure=THEORY_FIGURES, ending=THEORY_ENDINGS
        ),
        expand(THEORY / "{table}.csv", table=THEORY_TABLES),
        expand(
            NOTEBOOKS / "theory_{chapter}.ipynb",
            chapter=[chapter.name for chapter in CHAPTERS if chapter.has_notebook],
        ),


# One job a chapter: the imports of a process cost more than a figure.
for chapter in THEORY_CHAPTERS:

    rule:
        """Draws the figures of a chapter."""
        name:
            f"theory_figures_{chapter.name}"
        input:
            style=STUDY.figures.style,
        output:
            report(
                expand(THEORY / "{figure}.png", figure=chapter.figure_files),
                category="Theory",
                subcategory=chapter.name,
            ),
            expand(
                THEORY / "{figure}.{ending}",
                figure=chapter.figure_files,
                ending=["pdf", "svg", "md"],
            ),
        log:
            THEORY / "logs" / f"figures-{chapter.name}.log",
        params:
            chapter=chapter.name,
            formats=THEORY_ENDINGS,
            code=fingerprint_of_script("theory_figures.py", chapter.module("figures")),
        script:
            "../scripts/theory_figures.py"


rule theory_tables:
    """Makes the tables of all chapters."""
    output:
        expand(THEORY / "{table}.csv", table=THEORY_TABLES),
    log:
        THEORY / "logs" / "tables.log",
    params:
        code=fingerprint_of_script(
            "theory_tables.py",
            *[module for chapter in CHAPTERS for module in chapter.table_modules],
        ),
    script:
        "../scripts/theory_tables.py"


rule theory_demo:
    """Adds the demo's part, if the demo has been run."""
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
        chapter=DEMO.name,
        store=str(DEMO_STORE),
        formats=THEORY_ENDINGS,
        code=fingerprint_of_script("theory_demo.py", DEMO.module("figures")),
    script:
        "../scripts/theory_demo.py"


rule theory_page:
    """Writes the page of the theory."""
    input:
        expand(
            THEORY / "{figure}.{ending}", figure=THEORY_FIGURES, ending=["png", "md"]
        ),
        expand(THEORY / "{table}.csv", table=THEORY_TABLES),
        THEORY / f"{DEMO.name}.md",
    output:
        THEORY / "index.md",
    log:
        THEORY / "logs" / "page.log",
    params:
        figures=THEORY_FIGURES,
        code=fingerprint_of_script("theory_page.py"),
    script:
        "../scripts/theory_page.py"
