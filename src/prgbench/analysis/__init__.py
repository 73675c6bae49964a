"""From the models' scores to ranks, and from ranks to how far the measures disagree."""
