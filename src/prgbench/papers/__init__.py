"""What the five sources show besides the experiment, computed anew: a folder for each."""
