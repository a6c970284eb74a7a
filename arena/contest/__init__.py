"""Many matches: who plays whom, and what it does to ratings. Pure; standard library and `elo`."""
