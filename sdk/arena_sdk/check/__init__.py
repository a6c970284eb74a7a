"""Holds a bot in any language against the points of `docs/protocol.md`."""
