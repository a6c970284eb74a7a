import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from arena.hosting.notebook import Notebook
from arena.service.hosting_records import SUBMISSION_LOG


def kept(notes: Notebook) -> dict[tuple[str, int], str]:
    return {place: log.decode() for place, log in notes.changed()}


def test_what_is_printed_belongs_to_the_match_that_began_last() -> None:
    notes = Notebook()

    notes.begin("starting")
    notes.print(b"loading\n")
    notes.seated("m1", 2)
    notes.print(b"first\n")
    notes.finished("m1")
    notes.print(b"late\n")
    notes.seated("m2", 0)
    notes.print(b"second\n")

    assert kept(notes) == {
        SUBMISSION_LOG: "[arena] starting\nloading\n",
        ("m1", 2): "first\nlate\n",
        ("m2", 0): "second\n",
    }


def test_only_what_has_changed_is_kept_again() -> None:
    notes = Notebook()
    notes.seated("m1", 2)
    notes.print(b"first\n")

    once = kept(notes)
    nothing = kept(notes)
    notes.print(b"more\n")

    assert once == {("m1", 2): "first\n"}
    assert nothing == {}
    assert kept(notes) == {("m1", 2): "first\nmore\n"}


def test_pages_of_finished_matches_are_torn_out() -> None:
    notes = Notebook()
    for n in range(1_000):
        notes.seated(f"m{n}", 0)
        notes.print(b"x")
        notes.finished(f"m{n}")
        kept(notes)

    assert len(notes._pages) <= 3


def test_words_of_the_arena_go_to_their_match() -> None:
    notes = Notebook()
    notes.seated("m1", 1)
    notes.seated("m2", 0)

    notes.say("at ply 3: timeout", "m1")
    notes.say("of a match that is not known", "m3")
    notes.say("here")

    assert kept(notes) == {
        ("m1", 1): "[arena] at ply 3: timeout\n",
        ("m2", 0): "[arena] here\n",
    }


def test_how_it_ended_is_told_in_the_match_and_in_the_log_of_the_submission() -> None:
    notes = Notebook()
    notes.begin("starting")
    notes.seated("m1", 1)
    notes.print(b"Traceback\n")

    notes.conclude("the bot ended with exit code 1")

    found = kept(notes)
    assert found["m1", 1] == "Traceback\n[arena] the bot ended with exit code 1\n"
    assert found[SUBMISSION_LOG].endswith("Traceback\n[arena] the bot ended with exit code 1\n")


@contextmanager
def kept_meanwhile(notes: Notebook, found: dict[tuple[str, int], str]) -> Iterator[None]:
    """Keeps what changes, in a thread, at every moment that there is."""
    over, interval = Event(), sys.getswitchinterval()

    def keep() -> None:
        while not over.is_set():
            found.update(kept(notes))

    thread = Thread(target=keep)
    sys.setswitchinterval(1e-6)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        sys.setswitchinterval(interval)


def test_what_is_written_while_a_thread_keeps_it_is_not_lost() -> None:
    notes = Notebook()
    found: dict[tuple[str, int], str] = {}

    with kept_meanwhile(notes, found):
        for n in range(5_000):
            notes.seated(f"m{n}", 0)
            notes.print(b"x\n")
            notes.say("illegal action", f"m{n}")
            notes.finished(f"m{n}")
    found.update(kept(notes))

    assert found == {(f"m{n}", 0): "x\n[arena] illegal action\n" for n in range(5_000)}
