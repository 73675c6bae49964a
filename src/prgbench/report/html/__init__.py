"""The interactive page: one HTML file that needs no server and no network."""
