"""One match: its referee, its log, its clock, its outcome. Standard library only."""
