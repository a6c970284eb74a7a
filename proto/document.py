"""Writes a page for each package of protos, from the comments in them: `document.py FOLDER`."""

import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    ServiceDescriptorProto,
)

HERE = Path(__file__).parent
BUF = Path(sys.executable).parent / "buf"

Place: TypeAlias = tuple[int, ...]
"""Where something is in its file, as `SourceCodeInfo` has it."""

_MESSAGES, _ENUMS, _SERVICES, _NESTED, _NESTED_ENUMS, _MEMBERS = 4, 5, 6, 3, 4, 2


class Page:
    """One package, as markdown."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.lines = [f"# {package}", ""]
        self._comments: Mapping[Place, str] = {}

    def add(self, file: FileDescriptorProto) -> None:
        locations = file.source_code_info.location
        self._comments = {tuple(at.path): at.leading_comments for at in locations}
        for number, service in enumerate(file.service):
            self._service(service, (_SERVICES, number))
        for number, message in enumerate(file.message_type):
            self._message(message, (_MESSAGES, number), "")
        for number, enum in enumerate(file.enum_type):
            self._enum(enum, (_ENUMS, number), "")

    def _service(self, service: ServiceDescriptorProto, at: Place) -> None:
        self._begin(service.name, at)
        for number, method in enumerate(service.method):
            asks = "stream " * method.client_streaming + _short(method.input_type, self.package)
            says = "stream " * method.server_streaming + _short(method.output_type, self.package)
            self.lines += [f"### {service.name}/{method.name}", "", f"`{asks}` → `{says}`", ""]
            self.lines += [self._comment((*at, _MEMBERS, number)), ""]

    def _message(self, message: DescriptorProto, at: Place, within: str) -> None:
        name = within + message.name
        self._begin(name, at)
        rows = (
            (field.name, str(field.number), _type(field, self.package), (*at, _MEMBERS, number))
            for number, field in enumerate(message.field)
        )
        self._table(("field", "number", "type"), rows)
        for number, nested in enumerate(message.nested_type):
            if not nested.options.map_entry:
                self._message(nested, (*at, _NESTED, number), f"{name}.")
        for number, enum in enumerate(message.enum_type):
            self._enum(enum, (*at, _NESTED_ENUMS, number), f"{name}.")

    def _enum(self, enum: EnumDescriptorProto, at: Place, within: str) -> None:
        self._begin(within + enum.name, at)
        rows = (
            (value.name, str(value.number), (*at, _MEMBERS, number))
            for number, value in enumerate(enum.value)
        )
        self._table(("value", "number"), rows)

    def _begin(self, name: str, at: Place) -> None:
        self.lines += [f"## {name}", "", self._comment(at), ""]

    def _table(self, head: Sequence[str], rows: Iterable[tuple[*tuple[str, ...], Place]]) -> None:
        """Adds a row for each name with its comment, or nothing if there are none."""
        body = [(f"`{name}`", *cells, self._comment(at)) for name, *cells, at in rows]
        if body:
            columns = (*head, "")
            self.lines += [_row(columns), _row(["---"] * len(columns)), *map(_row, body), ""]

    def _comment(self, at: Place) -> str:
        """Returns a comment, a line for each of its paragraphs."""
        paragraphs = self._comments.get(at, "").strip().split("\n\n")
        return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", r"\|").replace("\n\n", " ") for cell in cells) + " |"


def _type(field: FieldDescriptorProto, package: str) -> str:
    kind = FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()
    name = f"`{_short(field.type_name, package) if field.type_name else kind}`"
    if field.label == FieldDescriptorProto.LABEL_REPEATED:
        return f"list of {name}"
    return f"{name}, may be absent" if field.proto3_optional else name


def _short(name: str, package: str) -> str:
    return name.removeprefix(".").removeprefix(f"{package}.")


def pages() -> Iterator[Page]:
    """Yields a page for each of our packages."""
    built = subprocess.run([BUF, "build", HERE, "-o", "-"], check=True, capture_output=True).stdout
    found: dict[str, Page] = {}
    for file in sorted(FileDescriptorSet.FromString(built).file, key=lambda file: file.name):
        if file.package.startswith("botarena."):
            found.setdefault(file.package, Page(file.package)).add(file)
    yield from found.values()


def main() -> int:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for page in pages():
        (folder / f"{page.package}.md").write_text("\n".join(page.lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
