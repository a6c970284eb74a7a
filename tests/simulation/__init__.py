"""What `make sim` measures: contests by the thousand, with strengths known beforehand, and bots."""
