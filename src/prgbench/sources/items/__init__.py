"""Tables of results on items: pass or fail of models on the tasks of a benchmark."""
