"""A whole conversation between a bot and the arena, as `docs/protocol-by-example.md` shows it."""
