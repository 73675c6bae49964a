"""The modules in docs/, which are no package."""

from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

from places import ROOT


def docs_module(name: str) -> ModuleType:
    """Import a module that lies beside the pages."""
    spec = spec_from_file_location(f"docs_{name}", ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
