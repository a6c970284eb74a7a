"""The ground floor: what a game is, chance, and the games that the arena ships."""
