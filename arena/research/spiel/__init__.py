"""OpenSpiel's games in the arena, and ours in OpenSpiel."""
