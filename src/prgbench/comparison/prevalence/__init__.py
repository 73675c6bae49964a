"""Which best models change if the positives were rarer or more frequent."""
