"""Lists the licence of every package that a server needs: `python tools/licences.py SBOM`.

Reads the packages' names from a CycloneDX file, and what they say of themselves from where they are
installed. Ends with 1 if one of them says nothing.
"""

import json
import re
import sys
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata
from pathlib import Path

_LONGEST = 60


def main(sbom: Path) -> int:
    """Prints a table; returns the exit code."""
    components = json.loads(sbom.read_text())["components"]
    silent = 0
    print("| package | version | licence |\n|---|---|---|")
    for name, version in sorted((c["name"], c["version"]) for c in components):
        try:
            licence = stated(metadata(name))
        except PackageNotFoundError:
            licence = "not installed on this system"
        silent += not licence
        print(f"| {name} | {version} | {licence or 'UNKNOWN'} |")
    return int(silent > 0)


def stated(about: PackageMetadata) -> str:
    """Returns what a package says of its licence, the most exact of it first."""
    if expression := about.get("License-Expression"):
        return expression
    classified = [
        line.rpartition(" :: ")[2]
        for line in about.get_all("Classifier") or ()
        if line.startswith("License ::") and not line.endswith("OSI Approved")
    ]
    if classified:
        return ", ".join(classified)
    first = re.sub(r"\s+", " ", about.get("License") or "").strip()
    return first[:_LONGEST]


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
