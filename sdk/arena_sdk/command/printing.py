"""Results for programs: JSON where `--json` asks for it."""

import argparse
import json
import math
from collections.abc import Mapping
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message


def share_json(parser: argparse.ArgumentParser) -> None:
    """Adds what asks for JSON."""
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, allow_nan=False))


def plain_message(message: Message) -> dict[str, Any]:
    """Returns what an arena said, with the names of its protos; what is 0, false or empty, too."""
    plain = MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    said: dict[str, Any] = _with_whole_options(plain)
    return said


def _with_whole_options(value: Any) -> Any:
    """Returns the same with whole numbers in options, for which the wire has no type of its own."""
    if isinstance(value, list):
        return list(map(_with_whole_options, value))
    if not isinstance(value, dict):
        return value
    return {
        name: _whole(inner)
        if name == "options" and isinstance(inner, dict)
        else _with_whole_options(inner)
        for name, inner in value.items()
    }


def _whole(options: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: int(value) if isinstance(value, float) and value.is_integer() else value
        for name, value in options.items()
    }


def rounded(value: float, digits: int = 3) -> float | None:
    """Returns `None` for what JSON cannot say, such as an infinite number of points."""
    return round(value, digits) if math.isfinite(value) else None
