"""A second opinion on a study: some of its models, read and evaluated by other people's code."""
