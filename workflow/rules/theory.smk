# The theory of the sources; it needs no data.

from prgtheory.chapters import PRINTED_TABLE, CHAPTERS

THEORY = Path("results") / "theory"
THEORY_TABLES = [
    PRINTED_TABLE,
    *[table.name for chapter in CHAPTERS for table in chapter.tables],
]
THEORY_ENDINGS = ["png", "pdf", "svg"]
THEORY_FIGURES = [figure for chapter in CHAPTERS for figure in chapter.figure_files]


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
for chapter in CHAPTERS:

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


rule theory_page:
    """Writes the page of the theory."""
    input:
        expand(
            THEORY / "{figure}.{ending}", figure=THEORY_FIGURES, ending=["png", "md"]
        ),
        expand(THEORY / "{table}.csv", table=THEORY_TABLES),
    output:
        THEORY / "index.md",
    log:
        THEORY / "logs" / "page.log",
    params:
        figures=THEORY_FIGURES,
        code=fingerprint_of_script("theory_page.py"),
    script:
        "../scripts/theory_page.py"
