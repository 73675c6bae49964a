"""Where predictions come from: archives, prediction files and the bundles made of them."""
