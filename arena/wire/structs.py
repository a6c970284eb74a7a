"""Plain JSON values, the options of a game among them, and `google.protobuf.Struct`."""

from collections.abc import Mapping
from typing import Any

from google.protobuf.struct_pb2 import NULL_VALUE, Struct, Value

_EXACT = 2**53
"""Up to here a double, which is all that a `Struct` has, holds every whole number exactly."""


def struct(plain: Mapping[str, Any]) -> Struct:
    """Returns an object of plain values; raises `ValueError` for what a `Struct` cannot hold."""
    message = Struct()
    for name, value in plain.items():
        _fill(message.fields[name], value)
    return message


def plain_from(message: Struct) -> dict[str, Any]:
    """Returns plain values; whole numbers are `int` again."""
    return {name: _plain(value) for name, value in message.fields.items()}


def options_from(message: Struct) -> dict[str, str | int | bool]:
    """Raises `ValueError` that names the option at fault."""
    options = plain_from(message)
    for name, value in options.items():
        if not isinstance(value, str | int | bool):
            raise ValueError(f"option {name!r} must be a text, a whole number, true or false")
    return options


def _fill(message: Value, value: Any) -> None:
    kind = type(value)
    if kind is int and abs(value) <= _EXACT:
        message.number_value = value
    elif kind is str:
        message.string_value = value
    elif kind is bool:
        message.bool_value = value
    elif kind is list:
        message.list_value.SetInParent()
        add = message.list_value.values.add
        for item in value:
            _fill(add(), item)
    elif kind is dict:
        message.struct_value.SetInParent()
        fields = message.struct_value.fields
        for name, item in value.items():
            _fill(fields[name], item)
    elif value is None:
        message.null_value = NULL_VALUE
    else:
        raise ValueError(f"a Struct cannot hold {value!r} as it is")


def _plain(message: Value) -> Any:
    match message.WhichOneof("kind"):
        case "number_value":
            number = message.number_value
            return int(number) if number.is_integer() and abs(number) <= _EXACT else number
        case "string_value":
            return message.string_value
        case "bool_value":
            return message.bool_value
        case "list_value":
            return [_plain(item) for item in message.list_value.values]
        case "struct_value":
            return plain_from(message.struct_value)
        case _:
            return None
