from demo_archive.flows import flows, setups


def test_there_are_at_least_36_flows_with_names_of_their_own():
    names = [flow.name for flow in flows()]
    assert len(set(names)) == len(names) >= 36


def test_setups_number_each_flow_with_each_of_its_seeds():
    numbered = [(setup.setup_id, flows()[setup.flow_id - 1].name) for setup in setups()]
    assert [number for number, _ in numbered] == list(range(1, len(numbered) + 1))
    assert [name for _, name in numbered] == [flow.name for flow in flows() for _ in flow.seeds]
    twice = [setup.seed for setup in setups() if setup.flow.name.endswith("(log loss)")]
    assert twice == [1, 2]
