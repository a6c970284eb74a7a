"""Settings that are allowed and yet not wise."""

from collections.abc import Iterator

from arena.cli.checkup.findings import Finding, doubtful, good, wrong
from arena.config import Settings

LOOPBACK = ("127.0.0.1", "::1", "localhost")


def settings(given: Settings) -> Iterator[Finding]:
    """Looks at what is reachable from elsewhere, and how."""
    if given.gateway_host in LOOPBACK:
        yield good("gateway", "listens on the loopback alone")
    elif given.tls_certificate:
        yield good("gateway", f"listens on {given.gateway_host} with TLS")
    else:
        yield doubtful(
            "gateway",
            f"listens on {given.gateway_host} without TLS: keys travel in the clear",
            "set ARENA_TLS_CERTIFICATE and ARENA_TLS_KEY, or put a proxy with TLS before it",
        )
    if given.web_host not in LOOPBACK and not given.web_https:
        yield doubtful(
            "pages",
            f"are served on {given.web_host}, and cookies do not insist on HTTPS",
            "put a proxy with TLS before them and set ARENA_WEB_HTTPS=true",
        )
    else:
        yield good("pages", "are served on the loopback, or by HTTPS")
    for path in (given.tls_certificate, given.tls_key):
        if path:
            yield _readable(path)


def _readable(path: str) -> Finding:
    try:
        with open(path, "rb"):
            return good("TLS", f"{path} can be read")
    except OSError as error:
        return wrong("TLS", str(error), "name a file that the gateway can read")
