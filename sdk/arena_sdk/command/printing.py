"""Results for programs: JSON where `--json` asks for it."""

import argparse
import json
import math
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message


def share_json(parser: argparse.ArgumentParser) -> None:
    """Adds what asks for JSON."""
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def print_json(value: Any) -> None:
    print(json.dumps(value, indent=2, allow_nan=False))


def plain_message(message: Message) -> dict[str, Any]:
    """Returns what an arena said, with the names of its protos."""
    plain: dict[str, Any] = MessageToDict(message, preserving_proto_field_name=True)
    return plain


def rounded(value: float, digits: int = 3) -> float | None:
    """Returns `None` for what JSON cannot say, such as an infinite number of points."""
    return round(value, digits) if math.isfinite(value) else None
