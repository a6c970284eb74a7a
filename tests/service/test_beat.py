"""Beat ticks every task that keeps the arena going."""

from celery.schedules import schedule

from workers import tasks
from workers.app import app


def test_everything_that_has_to_happen_by_itself_is_ticked() -> None:
    entries = app.conf.beat_schedule

    assert {"tick", "sweep", "starts", "tidy"} <= entries.keys()
    assert tasks.start_tournaments.name == entries["starts"]["task"]
    for entry in entries.values():
        assert entry["task"] in app.tasks
        assert not isinstance(entry["schedule"], schedule), "seconds, all of them"
        assert entry["options"]["expires"] >= entry["schedule"], "a stopped worker finds few"
