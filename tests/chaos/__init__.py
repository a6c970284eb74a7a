"""Kills every part of an arena at random, and counts what should not have happened: nothing."""
