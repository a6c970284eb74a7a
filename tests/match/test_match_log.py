"""Match events as text, and what a spectator sees of them."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arena.match.clock import Clock
from arena.match.events import Choice, Decided, Ended, Started, spectator_view, without_times
from arena.match.log import dump_event, dump_log, load_event, load_log
from arena.match.outcome import Fault, Outcome

STARTED = Started("coins", 3, 2, {"rounds": 1, "b": True, "a": "x"}, Clock(), 2, "c0ffee")
DECIDED = Decided(
    7, (Choice(0, "up 3", "up"), Choice(2, "pass", "pass", 1_250, Fault.ILLEGAL_ACTION))
)
ENDED = Ended(8, Outcome((3, -1), (2, 1), (0,)), bytes(range(4)))

LINES = [
    (
        STARTED,
        '{"event":"started","game":"coins","version":3,"seats":2,'
        '"options":{"a":"x","b":true,"rounds":1},'
        '"clock":{"limit_ms":2000,"bank_ms":10000,"lag_ms":100,"join_ms":10000},'
        '"faults_allowed":2,"commitment":"c0ffee"}',
    ),
    (
        DECIDED,
        '{"event":"decided","ply":7,"choices":[{"seat":0,"action":"up 3","public":"up"},'
        '{"seat":2,"action":"pass","elapsed_ms":1250,"fault":"illegal_action"}]}',
    ),
    (
        ENDED,
        '{"event":"ended","ply":8,"scores":[3,-1],"ranks":[2,1],"forfeits":[0],"seed":"00010203"}',
    ),
]

WHOLE = st.integers(-(2**60), 2**60)
TEXT = st.text(max_size=8)
OUTCOMES = st.builds(
    Outcome, st.lists(WHOLE).map(tuple), st.lists(WHOLE).map(tuple), st.lists(WHOLE).map(tuple)
)
CHOICES = st.builds(Choice, WHOLE, TEXT, TEXT, WHOLE, st.none() | st.sampled_from(Fault))
CLOCKS = st.builds(Clock, st.integers(10, 3_600_000), st.integers(0, 86_400_000))
EVENTS = st.one_of(
    st.builds(
        Started,
        TEXT,
        WHOLE,
        WHOLE,
        st.dictionaries(TEXT, TEXT | WHOLE | st.booleans()),
        CLOCKS,
        WHOLE,
        TEXT,
    ),
    st.builds(Decided, WHOLE, st.lists(CHOICES).map(tuple)),
    st.builds(Ended, WHOLE, OUTCOMES, st.binary()),
)


@pytest.mark.parametrize(("event", "line"), LINES)
def test_an_event_is_one_line(event, line):
    assert dump_event(event) == line
    assert load_event(line) == load_event(line.encode()) == event


@given(st.lists(EVENTS))
@example([Decided(0, (Choice(0, "one\u2028two\x85three", "\r\n"),))])
def test_a_log_survives_text(log):
    text = dump_log(log)

    assert load_log(text) == log
    assert dump_log(load_log(text)) == text
    assert text.count("\n") == len(log)


@given(st.dictionaries(TEXT, WHOLE))
def test_equal_events_have_the_same_bytes(options):
    def line(options):
        return dump_event(Started("coins", 1, 2, options, Clock(), 0, ""))

    assert line(dict(reversed(options.items()))) == line(options)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "Expecting value"),
        ("{", "line"),
        ("7", "not a match event"),
        ("null", "not a match event"),
        ("[]", "not a match event"),
        ('"event"', "not a match event"),
        ("{}", "'event'"),
        ('{"event":"paused"}', "unknown event 'paused'"),
        ('{"event":["decided"]}', "unknown event"),
        ('{"event":"decided","ply":7}', "'choices'"),
        ('{"event":"decided","ply":7,"choices":null}', "choices must be of type list"),
        ('{"event":"decided","ply":7,"choices":[1]}', "not a match event"),
        ('{"event":"decided","ply":7,"choices":[[1]]}', "not a match event"),
        ('{"event":"decided","ply":7,"choices":["up"]}', "not a match event"),
        ('{"event":"decided","ply":7,"choices":[{"seat":0}]}', "'action'"),
        ('{"event":"decided","ply":7,"choices":[{"seat":"0","action":"up"}]}', "seat must be"),
        ('{"event":"decided","ply":7,"choices":[{"seat":0,"action":8}]}', "action must be"),
        ('{"event":"decided","ply":true,"choices":[]}', "ply must be of type int: True"),
        ('{"event":"decided","ply":7.0,"choices":[]}', "ply must be of type int: 7.0"),
        (
            '{"event":"decided","ply":7,"choices":[{"seat":0,"action":"up","fault":"bored"}]}',
            "'bored' is not a valid Fault",
        ),
        (
            '{"event":"decided","ply":7,"choices":[{"seat":0,"action":"up","public":null}]}',
            "public must be of type str: None",
        ),
        (LINES[2][1].replace("00010203", "seed"), "hexadecimal"),
        (LINES[2][1].replace("[3,-1]", '"31"'), "scores must be of type list"),
        (LINES[2][1].replace("[2,1]", '["2",1]'), "ranks must be whole numbers"),
        (LINES[0][1].replace('"limit_ms":2000', '"limit_ms":0'), "limit_ms must be"),
        (LINES[0][1].replace('"limit_ms":2000', '"tempo":1'), "tempo"),
        (LINES[0][1].replace('"a":"x"', '"a":[1]'), "option a must be"),
        (LINES[0][1].replace('"seats":2', '"seats":"2"'), "seats must be of type int"),
    ],
)
def test_a_bad_line_is_named(line, problem):
    with pytest.raises(ValueError, match=problem):
        load_event(line)
    with pytest.raises(ValueError, match=f"^line 2: .*{problem}"):
        load_log(f"{LINES[0][1]}\n{line}\n{LINES[2][1]}\n")


def test_a_spectator_sees_neither_hidden_actions_nor_the_seed():
    views = [spectator_view(event) for event in (STARTED, DECIDED, ENDED)]

    assert views == [
        STARTED,
        Decided(7, (Choice(0, "up", "up"), Choice(2, "pass", "pass", 1_250, Fault.ILLEGAL_ACTION))),
        Ended(8, ENDED.outcome, b""),
    ]


@given(st.lists(CHOICES), TEXT)
def test_what_a_spectator_sees_does_not_depend_on_what_is_hidden(choices, other):
    true = Decided(7, tuple(choices))
    false = Decided(7, tuple(replace(choice, action=other) for choice in choices))

    assert dump_event(spectator_view(false)) == dump_event(spectator_view(true))


def test_without_times_equal_play_is_equal():
    timed = Decided(7, (Choice(0, "up 3", "up", 40), Choice(2, "pass", "pass", 0, Fault.TIMEOUT)))
    untimed = Decided(7, (Choice(0, "up 3", "up"), Choice(2, "pass", "pass", 0, Fault.TIMEOUT)))

    assert without_times(timed) == untimed
    assert [without_times(event) for event in (STARTED, ENDED)] == [STARTED, ENDED]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("limit_ms", 9),
        ("limit_ms", 3_600_001),
        ("bank_ms", -1),
        ("lag_ms", 60_001),
        ("join_ms", -5),
        ("limit_ms", 1.5),
        ("bank_ms", True),
        ("lag_ms", None),
    ],
)
def test_a_clock_names_the_time_that_it_refuses(name, value):
    with pytest.raises(ValueError, match=f"{name} must be a whole number"):
        Clock(**{name: value})
