"""Draws messages of any kind, near to good ones and far from them, and spoils bytes."""

from collections.abc import Mapping
from random import Random
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.struct_pb2 import ListValue, Struct, Value
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

KNOWN: list[str] = ["odd-lots", "carrera", "Lots", "Ada", "Bee", "lots", "self", "seats", "Ann"]
"""Words that mean something; the arena of a test adds its ids."""

_TEXTS = st.deferred(lambda: st.sampled_from(KNOWN)) | st.text(max_size=120)
_WHOLE = st.sampled_from([0, 1, 2, 3, 5, -1, 50, 999, 10**9, 2**31 - 1, -(2**31)])
_VALUES: SearchStrategy[Value] = st.deferred(
    lambda: st.one_of(
        st.builds(Value),
        st.builds(Value, number_value=st.floats() | _WHOLE),
        st.builds(Value, string_value=_TEXTS),
        st.builds(Value, bool_value=st.booleans()),
        st.builds(Value, list_value=st.builds(ListValue, values=st.lists(_VALUES, max_size=2))),
        st.builds(Value, struct_value=_STRUCTS),
    )
)
_NAMES = st.sampled_from(["lots", "currency", "open_bids", "max_rounds"]) | _TEXTS
_STRUCTS: SearchStrategy[Struct] = st.builds(
    Struct, fields=st.dictionaries(_NAMES, _VALUES, max_size=3)
)

_SCALARS: dict[int, SearchStrategy[Any]] = {
    FieldDescriptor.CPPTYPE_STRING: _TEXTS,
    FieldDescriptor.CPPTYPE_INT32: _WHOLE | st.integers(-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_INT64: _WHOLE | st.integers(-(2**63), 2**63 - 1),
    FieldDescriptor.CPPTYPE_DOUBLE: _WHOLE.map(float) | st.floats(),
    FieldDescriptor.CPPTYPE_BOOL: st.booleans(),
    FieldDescriptor.CPPTYPE_ENUM: st.integers(-1, 9),
}


def _field(field: Any) -> SearchStrategy[Any]:
    if field.type == FieldDescriptor.TYPE_BYTES:
        one = st.binary(max_size=120)
    elif field.message_type is None:
        one = _SCALARS[field.cpp_type]
    elif field.message_type.full_name == "google.protobuf.Struct":
        one = _STRUCTS
    else:
        one = messages(GetMessageClass(field.message_type))
    return st.lists(one, max_size=5) if field.is_repeated else one


def messages(kind: type[Message]) -> SearchStrategy[Message]:
    """Draws any message of a kind."""
    fields = {field.name: _field(field) for field in kind.DESCRIPTOR.fields}
    return st.fixed_dictionaries({}, optional=fields).map(lambda given: kind(**given))


@st.composite
def requests(draw: st.DrawFn, kind: type[Message], good: Mapping[str, Any]) -> bytes:
    """Draws the bytes of a good request with a field or two changed, or of just any message.

    Now and then the bytes are spoilt.
    """
    message = kind(**good)
    fields = [field.name for field in kind.DESCRIPTOR.fields]
    few = st.sets(st.sampled_from(fields), max_size=2) if fields else st.just(set[str]())
    changed = draw(few | st.just(set(fields)))
    other = draw(messages(kind))
    for name in changed:
        message.ClearField(name)
    for field, _ in other.ListFields():
        if field.name not in changed:
            other.ClearField(field.name)
    message.MergeFrom(other)
    sent = message.SerializeToString()
    return spoilt(sent, Random(draw(SEEDS))) if draw(st.integers(0, 3)) == 0 else sent


SEEDS = st.integers(1, 2**32)


def spoilt(message: bytes, chance: Random) -> bytes:
    """Returns the message after one to three mutations."""
    sent = bytearray(message)
    for _ in range(chance.randint(1, 3)):
        at = chance.randint(0, len(sent))
        upto = min(len(sent), at + chance.randint(1, 16))
        match chance.randrange(9):
            case 0 | 1 if sent:  # a bit turns
                sent[at % len(sent)] ^= 1 << chance.randrange(8)
            case 2:  # the rest is missing
                del sent[at:]
            case 3:  # a part is missing
                del sent[at:upto]
            case 4:  # a part comes twice
                sent[at:at] = sent[at:upto]
            case 5:  # noise
                sent[at:at] = chance.randbytes(chance.randint(1, 40))
            case 6:  # a length or a number beyond all bounds
                sent[at:upto] = b"\xff" * chance.randint(1, 12)
            case 7:  # a field that nobody knows, perhaps a large one
                sent += b"\xfa\x3f" + _length(size := chance.choice((0, 3, 5_000))) + bytes(size)
            case _:  # groups in groups in groups
                sent += b"\x0b" * chance.choice((1, 50, 5_000))
    return bytes(sent)


def shuffled(sequence: list[Any], chance: Random) -> list[Any]:
    """Returns the sequence after one to four mutations of its order."""
    mutated = list(sequence)
    for _ in range(chance.randint(1, 4)):
        if not mutated:
            break
        at, other = chance.randrange(len(mutated)), chance.randrange(len(mutated))
        match chance.randrange(5):
            case 0:
                del mutated[at]
            case 1:
                mutated.insert(at, mutated[other])
            case 2:
                mutated[at], mutated[other] = mutated[other], mutated[at]
            case 3:
                mutated[at:at] = mutated[at : at + chance.randint(1, 6)]
            case _:
                chance.shuffle(mutated)
    return mutated


def _length(size: int) -> bytes:
    """Returns a number as protobuf writes lengths."""
    written = bytearray()
    while size > 127:
        written.append(size & 127 | 128)
        size >>= 7
    return bytes([*written, size])
