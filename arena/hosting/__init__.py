"""Runs uploaded bots: archives, manifests, the sandbox, and the door to the arena."""
