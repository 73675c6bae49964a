"""The demo's archive: real predictions, made by the project itself, without a network."""
