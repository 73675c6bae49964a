"""What a study is, which tasks and runs it takes, and the plan that says so."""
