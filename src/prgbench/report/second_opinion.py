"""What the report says of the second opinion: runs listed again, and predictions read again."""

from pathlib import Path

from prgbench.run.files import sha256_of
from prgbench.run.safe_text import as_markdown
from prgbench.second_opinion import listing, opinion
from prgbench.second_opinion.listing import Listing, read_listing
from prgbench.second_opinion.opinion import TABLE, Opinion, read_opinion

TITLE = "A second opinion"
NOT_COVERED = (
    "Not covered: whether the files are what their authors uploaded, and which runs and models "
    "the study has left out."
)


def second_opinion(results: Path) -> str:
    """Return the section on the second opinion that lies with the results, as Markdown.

    It is "" if there is none.
    """
    paragraphs = []
    if (results / listing.RECORD).is_file():
        paragraphs += _of_listing(read_listing(results))
    if (results / opinion.RECORD).is_file():
        paragraphs += _of_models(read_opinion(results), results / "models.parquet")
    return "\n\n".join([*paragraphs, NOT_COVERED]) if paragraphs else ""


def doubts(results: Path) -> list[str]:
    """Return what the first screen says where the second opinion is another one."""
    sentences = []
    if (results / listing.RECORD).is_file() and (listed := read_listing(results)).n_differing:
        were = "was" if listed.n_differing == 1 else "were"
        sentences.append(
            f"{listed.n_differing:,} of {listed.compared:,} runs of the plan {were} listed "
            "otherwise when other code asked again."
        )
    if (results / opinion.RECORD).is_file() and (found := read_opinion(results)).disagreeing:
        disagree = "disagrees" if len(found.disagreeing) == 1 else "disagree"
        sentences.append(
            f"{len(found.disagreeing)} of {found.compared} models {disagree} with what other code "
            "made of their files."
        )
    return [f"{sentence} See {TITLE.lower()}." for sentence in sentences]


def _of_listing(listed: Listing) -> list[str]:
    """Return the paragraphs on the runs that were listed again."""
    paragraphs = [
        f"The {listed.runs:,} runs of the plan were {as_markdown(listed.how)} "
        f"({listed.made[:10]}). **{listed.agreeing:,} of {listed.compared:,} agree** in task, "
        "flow, setup, uploader, time of upload and AUROC."
    ]
    if left := listed.runs - listed.compared:
        paragraphs.append(_named(f"Not listed ({left:,})", listed.not_read))
    if listed.n_differing:
        paragraphs.append(_named(f"Listed otherwise ({listed.n_differing:,})", listed.differing))
    return paragraphs


def _of_models(found: Opinion, models: Path) -> list[str]:
    """Return the paragraphs on the models that were read and evaluated again."""
    paragraphs = []
    # An opinion on other models must not be taken for one on these.
    if sha256_of(models) != found.models_sha256:
        paragraphs.append(
            f"**Out of date**: this was made on {found.made[:10]}, and the table of "
            "models has changed since; `snakemake verify` renews it."
        )
    paragraphs.append(
        f"{found.drawn} of the {found.models:,} models, drawn over the tasks with seed "
        f"{found.seed}, were {as_markdown(found.how)}, and evaluated by scikit-learn "
        f"{found.scikit_learn} ({found.made[:10]}). **{found.agreeing} of {found.compared} "
        f"agree** in instances, true classes, scores, AUROC and average precision. The areas "
        f"computed by each code: {TABLE}."
    )
    for title, findings in (("Disagreeing", found.disagreeing), ("Not read", found.not_read)):
        # An empty list would read as if something had been found.
        if findings:
            paragraphs.append(_named(f"{title} ({len(findings):,})", findings))
    return paragraphs


def _named(title: str, findings: list[str]) -> str:
    """Return a list with a title."""
    lines = [f"- {as_markdown(finding)}" for finding in findings]
    return "\n".join([f"{title}:", "", *lines])
