"""The demo that comes with the package: predictions of scikit-learn's learners, compared."""

import shutil
import weakref
from pathlib import Path
from tempfile import mkdtemp

from prgbench.data.stores import Store
from prgbench.direct.compare import FORMATS
from prgbench.direct.compared_models import ComparedModels
from prgbench.direct.study_run import PredictionStudy
from prgbench.run.listener import ProgressBars
from prgbench.sources.by_name import DEMO, DEMO_FILE
from prgbench.sources.chosen_models import ChosenModels
from prgbench.sources.frozen import FrozenSource
from prgbench.sources.store.bundle import BundleStore
from prgbench.study.fetching import fetch_plan
from prgbench.study.plan import Plan
from prgbench.study_file import StudyFile

TITLE = "Demo on predictions of scikit-learn"


class _DemoStudy(PredictionStudy):
    """The study of the frozen archive, whose bundles are unpacked until the study is gone."""

    def _read(self) -> tuple[Plan, list[ChosenModels], Store]:
        folder = mkdtemp(prefix="prgbench-")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        source = FrozenSource(DEMO_FILE, Path(folder))
        plan = Plan.read(source.plan)
        store = BundleStore(source.bundles)
        return plan, fetch_plan(source, store, plan), store


def demo(*, n_jobs: int = 1, progress: bool | None = None) -> ComparedModels:
    """Compare the models of the demo, without the parts of the robustness."""
    study = StudyFile.model_validate(
        {"title": TITLE, "archive": DEMO, "figures": {"formats": FORMATS}}
    )
    bars = ProgressBars(progress)
    return ComparedModels(
        _DemoStudy(TITLE, study, FrozenSource(DEMO_FILE), n_jobs=n_jobs, bars=bars)
    )
