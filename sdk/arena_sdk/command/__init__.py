"""The `arena-sdk` command: an author's desk, from the first idea to a ranked bot."""
