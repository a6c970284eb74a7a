"""Bots as bad as they come, each at a table with good ones."""
