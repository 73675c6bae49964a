"""The demo that comes with the package: predictions of scikit-learn's learners, compared."""

from pathlib import Path
from tempfile import TemporaryDirectory

from prgbench.direct.compare import FORMATS
from prgbench.direct.compared_models import ComparedModels
from prgbench.direct.study_run import StudyRun
from prgbench.run.listener import ProgressBars
from prgbench.sources.by_name import DEMO, DEMO_FILE
from prgbench.sources.frozen import FrozenSource
from prgbench.study_file import StudyFile

TITLE = "Demo on predictions of scikit-learn"


def demo(*, n_jobs: int = 1, progress: bool | None = None) -> ComparedModels:
    """Compare the models of the demo, without the parts of the robustness.

    Parameters
    ----------
    n_jobs : int
        How many processes share the work; -1 for all processors. Nothing depends on it.
    progress : bool, optional
        Whether progress bars are shown; default where stderr is a terminal.

    Returns
    -------
    ComparedModels
        The answer, leaderboard, tables, figures and pages.
    """
    folder = TemporaryDirectory(prefix="prgbench-")
    study = StudyFile.model_validate(
        {"title": TITLE, "archive": DEMO, "figures": {"formats": FORMATS}}
    )
    source = FrozenSource(DEMO_FILE, Path(folder.name) / "resources")
    results = Path(folder.name) / "results"
    run = StudyRun(TITLE, study, source, results, n_jobs=n_jobs, bars=ProgressBars(progress))
    run.compute()
    return ComparedModels(run, folder)
