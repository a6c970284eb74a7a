"""What was seen, in lines that are shown when all is over."""

FIGURES: list[str] = []
