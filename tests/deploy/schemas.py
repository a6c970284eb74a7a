"""Schemas of what a chart may consist of, as kubeconform reads them: a file for each kind.

Those of Kubernetes come with the package `kubernetes-validate`; there all kinds of a version share
one file of definitions, in a way that kubeconform does not follow. Those of KEDA are `keda.json`.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

_KEDA = Path(__file__).with_name("keda.json")


def write(place: Path, package: Path, version: str, kinds: Mapping[str, set[str]]) -> str:
    """Writes the schemas of some kinds, by API version, and returns where kubeconform finds them.

    `package` is the directory of `kubernetes-validate`, `version` one of Kubernetes, such as 1.34.
    """
    source = package / "kubernetes-json-schema" / f"v{version}.0-local-strict"
    shared = json.loads((source / "_definitions.json").read_text())["$defs"]
    keda = json.loads(_KEDA.read_text())
    for api, names in kinds.items():
        for name in names:
            file = f"{name.lower()}-{_suffix(api)}.json"
            schema = _of_keda(keda[name]) if name in keda else _alone(source / file, shared)
            (place / file).write_text(json.dumps(schema))
    return f"{place}/{{{{.ResourceKind}}}}{{{{.KindSuffix}}}}.json"


def _suffix(api: str) -> str:
    """`apps/v1` is `apps-v1`, `networking.k8s.io/v1` is `networking-v1`, `v1` itself."""
    group, _, version = api.rpartition("/")
    return "-".join(filter(None, (group.partition(".")[0], version)))


def _alone(file: Path, shared: Mapping[str, Any]) -> Mapping[str, Any]:
    """Returns a schema with the definitions that it needs, and those that they need."""
    schema = json.loads(file.read_text())
    needed, more = set[str](), set(_references(schema))
    while more:
        needed |= more
        more = {one for name in more for one in _references(shared[name])} - needed
    return {
        **_pointed(schema),
        "definitions": {name: _pointed(shared[name]) for name in sorted(needed)},
    }


def _references(schema: object) -> Iterator[str]:
    """Yields the names of the definitions that a schema refers to."""
    match schema:
        case {"$ref": str(reference)}:
            yield reference.rpartition("/")[2]
        case dict():
            for part in schema.values():
                yield from _references(part)
        case list():
            for part in schema:
                yield from _references(part)


def _pointed(schema: Any) -> Any:
    """Returns a schema whose references point into the file that it stands in."""
    match schema:
        case {"$ref": str(reference)}:
            return {**schema, "$ref": f"#/definitions/{reference.rpartition('/')[2]}"}
        case dict():
            return {key: _pointed(part) for key, part in schema.items()}
        case list():
            return [_pointed(part) for part in schema]
    return schema


def _of_keda(spec: Mapping[str, Any]) -> Mapping[str, Any]:
    head: Mapping[str, Any] = {name: {} for name in ("apiVersion", "kind", "metadata")}
    return {"properties": {**head, "spec": spec}, "additionalProperties": False}
