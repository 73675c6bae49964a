"""A small finished study of any source, for tests of the second opinion on it."""

from dataclasses import dataclass
from pathlib import Path

from prgbench.data.models import Models
from prgbench.metrics import get_measure
from prgbench.sources.interface import Source
from prgbench.sources.store.bundle import BundleStore
from prgbench.study.fetching import fetch_plan
from prgbench.study.make_plan import make_plan
from prgbench.study.scoring import score_task
from prgbench.study.selection import Selection

MEASURES = [get_measure(name) for name in ("aupr", "auprg")]


@dataclass
class VerifiedStudy:
    """The models of a study and their bundles."""

    models: Models
    store: BundleStore

    def changed(self, run_id: int, **values: object) -> Models:
        """Return the models with other values of one of them."""
        frame = self.models.frame.copy()
        for name, value in values.items():
            frame.loc[frame["run_id"] == run_id, name] = value
        return Models(frame, self.models.measures)


def make_study(source: Source, folder: Path, repeats: str = "pooled") -> VerifiedStudy:
    """Plan, fetch and score a study with two models of each task."""
    plan = make_plan(source, "test", Selection(min_flows=2, models=2, spares=0, seed=1))
    store = BundleStore(folder / "store")
    fetched = list(fetch_plan(source, store, plan))
    store = BundleStore(folder / "store", repeats)
    models = Models.concat(
        score_task(task, store.load(task.task.task_id), MEASURES) for task in fetched
    )
    return VerifiedStudy(models, store)
