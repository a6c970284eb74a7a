"""The chart: Helm renders it, Kubernetes would take it, and it keeps its promises."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from .conftest import DEPLOY, EVERYTHING, SECRETS, render, run, tool
from .schemas import write

VERSIONS = ("1.27", "1.30", "1.34", "1.37")
FOREIGN = "PodMonitor"
"""A kind of the Prometheus operator, whose schema nobody brings."""


@pytest.fixture(scope="module", params=[SECRETS, EVERYTHING], ids=["defaults", "everything"])
def resources(request: pytest.FixtureRequest) -> list[dict[str, Any]]:
    rendered = yaml.safe_load_all(render(**request.param))
    return [resource for resource in rendered if resource]


def pods(resources: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    for resource in resources:
        if resource["kind"] in ("Deployment", "Job"):
            yield resource["metadata"]["name"], resource["spec"]["template"]["spec"]


def test_it_lints() -> None:
    run(
        tool("helm"),
        "lint",
        "--strict",
        f"{DEPLOY}/chart",
        *(f"--set={k}={v}" for k, v in SECRETS.items()),
    )


def conforms(resources: list[dict[str, Any]], version: str, place: Path) -> str:
    """Returns what kubeconform says of resources; fails if it finds anything wrong."""
    package = pytest.importorskip(
        "kubernetes_validate", reason="NOT PROVED: `make deploy-check` does"
    )
    kinds: defaultdict[str, set[str]] = defaultdict(set)
    for resource in resources:
        if resource["kind"] != FOREIGN:
            kinds[resource["apiVersion"]].add(resource["kind"])
    schemas = write(place, Path(package.__file__).parent, version, kinds)
    chart = place / "chart.yaml"
    chart.write_text(yaml.safe_dump_all(resources))
    return run(
        tool("kubeconform"),
        "-strict",
        "-summary",
        f"-kubernetes-version={version}.0",
        f"-skip={FOREIGN}",
        f"-schema-location={schemas}",
        str(chart),
    )


@pytest.mark.parametrize("version", VERSIONS)
def test_kubernetes_and_keda_know_every_field(
    resources: list[dict[str, Any]], version: str, tmp_path: Path
) -> None:
    foreign = sum(resource["kind"] == FOREIGN for resource in resources)

    said = conforms(resources, version, tmp_path)

    assert f"Valid: {len(resources) - foreign}, Invalid: 0, Errors: 0, Skipped: {foreign}" in said


@pytest.mark.parametrize("kind", ["Deployment", "ScaledObject", "NetworkPolicy"])
def test_a_field_that_nobody_knows_would_be_found(kind: str, tmp_path: Path) -> None:
    rendered = [one for one in yaml.safe_load_all(render(**EVERYTHING)) if one]
    chosen = next(one for one in rendered if one["kind"] == kind)
    chosen["spec"]["colour"] = "red"

    with pytest.raises(AssertionError, match="colour"):
        conforms([chosen], VERSIONS[-1], tmp_path)


def test_no_pod_is_root_or_may_write_to_its_image(resources: list[dict[str, Any]]) -> None:
    for name, pod in pods(resources):
        assert pod["securityContext"]["runAsNonRoot"], name
        assert not pod["automountServiceAccountToken"], name
        for container in pod["containers"]:
            security = container["securityContext"]
            assert security["readOnlyRootFilesystem"], name
            assert not security["allowPrivilegeEscalation"], name
            assert security["capabilities"]["drop"] == ["ALL"], name


def test_a_pod_has_longer_than_its_process_drains(resources: list[dict[str, Any]]) -> None:
    for name, pod in pods(resources):
        for container in pod["containers"]:
            for variable in container.get("env", []):
                if variable["name"] == "ARENA_DRAIN_S":
                    assert pod["terminationGracePeriodSeconds"] > float(variable["value"]), name


def test_every_pod_has_a_network_policy(resources: list[dict[str, Any]]) -> None:
    policies = [
        resource["spec"]["podSelector"]["matchLabels"]["app.kubernetes.io/component"]
        for resource in resources
        if resource["kind"] == "NetworkPolicy"
    ]

    for resource in resources:
        if resource["kind"] in ("Deployment", "Job"):
            labels = resource["spec"]["template"]["metadata"]["labels"]
            assert labels["app.kubernetes.io/component"] in policies


def test_selectors_find_their_pods(resources: list[dict[str, Any]]) -> None:
    found = [
        resource["spec"]["template"]["metadata"]["labels"]
        for resource in resources
        if resource["kind"] == "Deployment"
    ]

    for resource in resources:
        if resource["kind"] in ("Service", "PodDisruptionBudget"):
            selector = resource["spec"]["selector"]
            wanted = selector.get("matchLabels", selector)
            assert sum(wanted.items() <= labels.items() for labels in found) == 1


def test_secrets_that_are_missing_are_named() -> None:
    with pytest.raises(AssertionError, match=r"secret\.databaseUrl"):
        render()
