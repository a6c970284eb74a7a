"""The chart: Helm renders it, Kubernetes would take it, and it keeps its promises."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from .conftest import DEPLOY, EVERYTHING, SECRETS, render, run, tool

VERSIONS = ("1.27", "1.30", "1.34", "1.37")
DEFINED_ELSEWHERE = {"ScaledObject", "TriggerAuthentication", "PodMonitor"}
"""Kinds of KEDA and of the Prometheus operator, whose schemas Kubernetes does not bring."""


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


@pytest.mark.parametrize("version", VERSIONS)
def test_kubernetes_knows_every_field(resources: list[dict[str, Any]], version: str) -> None:
    validator = pytest.importorskip(
        "kubernetes_validate", reason="NOT PROVED: `make deploy-check` does"
    )

    for resource in resources:
        if resource["kind"] not in DEFINED_ELSEWHERE:
            validator.validate(resource, version, strict=True)


def test_the_fields_of_keda_are_those_of_its_definitions(resources: list[dict[str, Any]]) -> None:
    schemas = json.loads((DEPLOY.parent / "tests/deploy/keda.json").read_text())
    jsonschema = pytest.importorskip("jsonschema", reason="NOT PROVED: `make deploy-check` does")

    for resource in resources:
        if resource["kind"] in schemas:
            jsonschema.validate(resource["spec"], schemas[resource["kind"]])


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
