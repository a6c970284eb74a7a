import json

import pytest
from google.protobuf.struct_pb2 import Struct
from hypothesis import given
from hypothesis import strategies as st

from arena.wire.structs import options_from, plain_from, struct

NUMBERS = st.integers(-(2**53), 2**53)
SCALARS = st.none() | st.booleans() | NUMBERS | st.text()
PLAIN = st.recursive(SCALARS, lambda v: st.lists(v) | st.dictionaries(st.text(), v), max_leaves=20)


def over_the_wire(message):
    return Struct.FromString(message.SerializeToString())


@given(st.dictionaries(st.text(), PLAIN))
def test_plain_values_survive_a_struct(plain):
    received = plain_from(over_the_wire(struct(plain)))

    assert json.dumps(received, sort_keys=True) == json.dumps(plain, sort_keys=True)


def test_options_keep_their_types():
    options = {"max_rounds": 20, "seats": 1, "open": True, "copies": "n", "none": 0, "text": "1"}

    received = options_from(over_the_wire(struct(options)))

    assert {n: (type(v), v) for n, v in received.items()} == {
        n: (type(v), v) for n, v in options.items()
    }


@pytest.mark.parametrize("value", [2**53 + 1, -(2**60), 1.5, (1,), {1: 2}.keys()])
def test_what_a_struct_would_change_is_refused(value):
    with pytest.raises(ValueError, match="cannot hold"):
        struct({"x": value})


@pytest.mark.parametrize("value", [None, 1.5, float("nan"), float("inf"), [1], {"a": 1}, 1e300])
def test_an_option_of_another_kind_is_named(value):
    message = Struct()
    message.update({"good": 1, "odd": value})

    with pytest.raises(ValueError, match="'odd'"):
        options_from(message)
