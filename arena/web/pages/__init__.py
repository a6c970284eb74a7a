"""What each page shows: reads through the use cases, draws nothing."""
