"""What a study is about, in memory: the predictions of its tasks, and the table of its models."""
