"""Answers that contradict themselves, so that nobody knows what is true."""

from xml.etree import ElementTree

from prgbench.archive.openml.markup import NAMESPACE

LISTS_OF_IDS = {f"{NAMESPACE}tasks", f"{NAMESPACE}data"}
SINGLE_NAMES = (
    "array_data", "code", "data_set_id", "did", "evaluation_engine_id", "file_id", "flow_id",
    "flow_name", "folds", "id", "input", "message", "name", "number_of_missing_values", "quality",
    "repeats", "run_id", "setup_id", "target_feature", "task_id", "ttid", "type", "upload_time",
    "uploader", "url", "value",
)  # fmt: skip
SINGLE = {NAMESPACE + name for name in SINGLE_NAMES}

_Field = tuple[str, str | None]


def contradicted(root: ElementTree.Element) -> str | None:
    """Say which record is within one of its kind, or has a field twice; None if none does."""
    for record in root.iter():
        if len(record) == 0 or record.tag in LISTS_OF_IDS:
            continue
        stated: dict[_Field, str] = {}
        for field in record:
            if field.tag == record.tag:
                return f"one {_name(field)} within another"
            if len(field) == 0 and field.tag in SINGLE:
                value = (field.text or "").strip()
                if stated.setdefault((field.tag, field.get("name")), value) != value:
                    return f"two values of one {_name(field)}"
    return None


def _name(element: ElementTree.Element) -> str:
    return element.tag.removeprefix(NAMESPACE)
