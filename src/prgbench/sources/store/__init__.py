"""The store: the models of a task as one bundle, fetched once for all studies."""
