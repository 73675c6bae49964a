from collections import defaultdict

from places import ROOT

PACKAGE = ROOT / "src" / "prgbench"


def test_modules_of_one_name_are_the_same_kind_of_thing_in_sibling_folders():
    places = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        if path.stem != "__init__":
            places[path.stem].add(path.parent.parent)
    apart = {name: found for name, found in places.items() if len(found) > 1}
    assert apart == {}
