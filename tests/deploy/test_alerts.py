"""The rules of Prometheus and the dashboard of Grafana speak of metrics that exist."""

import json
import re

import yaml

from .conftest import DEPLOY, ROOT, run, tool

ALERTS = [
    rule
    for group in yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"]
    for rule in group["rules"]
]
DASHBOARD = json.loads((DEPLOY / "grafana/dashboards/arena.json").read_text())
DOCUMENTED = set(re.findall(r"`(arena_\w+)`", (ROOT / "docs/metrics.md").read_text()))
RUNBOOK = (DEPLOY / "README.md").read_text()


def named(expression: str) -> set[str]:
    names = set(re.findall(r"\barena_\w+", expression))
    return {re.sub(r"_(bucket|count|sum)$", "", name) for name in names}


def test_promtool_takes_the_rules_and_they_fire_when_they_should() -> None:
    run(tool("promtool"), "check", "rules", str(DEPLOY / "alerts.yml"))
    run(tool("promtool"), "test", "rules", str(ROOT / "tests/deploy/alerts_test.yml"))


def test_every_rule_has_metrics_that_are_documented_and_a_line_in_the_runbook() -> None:
    for rule in ALERTS:
        assert named(rule["expr"]) <= DOCUMENTED, rule["alert"]
        assert rule["annotations"]["summary"]
        assert f"| `{rule['alert']}` |" in RUNBOOK


def test_every_panel_shows_metrics_that_are_documented() -> None:
    for panel in DASHBOARD["panels"]:
        for target in panel["targets"]:
            assert named(target["expr"]), panel["title"]
            assert named(target["expr"]) <= DOCUMENTED, panel["title"]
