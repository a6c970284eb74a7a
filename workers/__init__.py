"""Celery: the app, its tasks and the schedule. The queue is a hint; the match row is the truth."""
