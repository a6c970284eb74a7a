"""Many matches: who plays whom, what it does to ratings. Pure; may use `elo` and `openskill`."""
