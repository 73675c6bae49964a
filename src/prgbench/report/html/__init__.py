"""The page that can be questioned: one HTML file that needs no server and no network."""
