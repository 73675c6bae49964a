"""How one job of a run behaves: its log, its errors, its files, its progress."""
