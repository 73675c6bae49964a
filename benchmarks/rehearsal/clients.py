"""Who wrote a prediction file, and what it looks like as a result."""

from enum import Enum

from prgbench.sources.tasks import Task


class Client(Enum):
    """A client of OpenML."""

    WEKA = "Weka"
    MLR = "mlr with openml-r"
    PYTHON_OLD = "openml-python to 0.13.0"
    PYTHON_NEW = "openml-python from 0.13.1"
    RAPIDMINER = "RapidMiner"

    @property
    def prints_all_digits(self) -> bool:
        """Whether it prints 15 digits of a score; others print six."""
        return self in (Client.MLR, Client.PYTHON_OLD, Client.PYTHON_NEW)

    @property
    def has_sample(self) -> bool:
        """Whether it writes a column of samples."""
        return self in (Client.PYTHON_NEW, Client.RAPIDMINER)

    @property
    def has_scores_first(self) -> bool:
        """Whether the scores stand before the labels."""
        return self in (Client.WEKA, Client.PYTHON_OLD)

    def label(self, label: str) -> str:
        """Return a label as it stands in a row."""
        if self is Client.MLR:
            return f'"{label}"'
        return f"'{label}'" if " " in label else label

    def header(self, task: Task, *, has_scores: bool = True) -> str:
        """Return all that stands before the rows."""
        declared = [f"'{label}'" if " " in label else label for label in task.classes]
        labels = f"{{{','.join(declared)}}}"
        truth = "truth" if self is Client.MLR else "correct"
        decided = [("prediction", labels), (truth, labels)]
        scores = [(f"confidence.{label}", "numeric") for label in task.classes if has_scores]
        counts = ["repeat", "fold", *(["sample"] if self.has_sample else []), "row_id"]
        columns = [(name, "numeric") for name in counts]
        columns += [*scores, *decided] if self.has_scores_first else [*decided, *scores]
        relation, attribute, data = ("@relation", "@attribute", "@data")
        lines = []
        if self in (Client.PYTHON_OLD, Client.PYTHON_NEW):
            lines = ["% Python_3.6.6.", "% Sklearn_0.20.0.", "%"]
            relation, attribute, data = (word.upper() for word in (relation, attribute, data))
        lines.append(f"{relation} openml_task_{task.task_id}_predictions\n")
        for name, kind in columns:
            quoted = f"'{name}'" if self is Client.MLR or " " in name else name
            lines.append(f"{attribute} {quoted} {kind}")
        return "\n".join([*lines, "", data, ""])
