"""Bots in all languages talk TLS, and trust whom they are told to trust."""

import asyncio
import subprocess
from pathlib import Path

import grpc
import pytest

from arena_sdk.check.arena import ScriptedArena
from arena_sdk.check.serving import serving
from tests.interop.languages import LANGUAGES, Language, missing
from tests.interop.test_scripted import PATIENCE_S, environment, played, seat

pytestmark = pytest.mark.timeout(1800)


@pytest.fixture(params=LANGUAGES, ids=lambda language: language.name)
def language(request: pytest.FixtureRequest) -> Language:
    language: Language = request.param
    if absent := language.missing or missing("TLS", ["openssl"]):
        pytest.skip(f"no {absent}")
    language.build()
    return language


def test_a_bot_plays_over_tls(language: Language, tmp_path: Path) -> None:
    async def scenario() -> None:
        arena = ScriptedArena(iter(()))
        async with serving(arena, credentials(tmp_path)) as address:
            secure = {**environment(address), "ARENA_TLS": "1", **trust(language, tmp_path)}
            with language.running(tmp_path / "log", secure) as bot:
                async with asyncio.timeout(PATIENCE_S):
                    while not arena.sessions:
                        assert bot.poll() is None, (tmp_path / "log").read_text()
                        await asyncio.sleep(0.01)
                table = seat(arena, 1, "carrera", 3)

                assert await played(table) == await played(table, alone=True)

    asyncio.run(scenario())


def test_a_bot_does_not_talk_to_a_stranger(language: Language, tmp_path: Path) -> None:
    async def scenario() -> None:
        arena = ScriptedArena(iter(()))
        async with serving(arena, credentials(tmp_path)) as address:
            secure = {**environment(address), "ARENA_TLS": "1"}
            with language.running(tmp_path / "log", secure):
                async with asyncio.timeout(PATIENCE_S):
                    while "session ended" not in (tmp_path / "log").read_text():
                        await asyncio.sleep(0.01)

            assert arena.sessions == []

    asyncio.run(scenario())


def credentials(folder: Path) -> grpc.ServerCredentials:
    """Makes an authority of our own, `authority.pem`, and has it sign a certificate."""
    authority = ["-subj", "/CN=authority"]
    arena = ["-subj", "/CN=arena", "-addext", "subjectAltName=IP:127.0.0.1"]
    arena += ["-addext", "basicConstraints=critical,CA:FALSE"]
    arena += ["-CA", str(folder / "authority.pem"), "-CAkey", str(folder / "authority.key")]
    for name, options in (("authority", authority), ("arena", arena)):
        run(
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *options),
            *("-keyout", str(folder / f"{name}.key"), "-out", str(folder / f"{name}.pem")),
        )
    key, certificate = (folder / "arena.key").read_bytes(), (folder / "arena.pem").read_bytes()
    return grpc.ssl_server_credentials([(key, certificate)])


def trust(language: Language, folder: Path) -> dict[str, str]:
    """Returns how a bot is told to trust our authority, as its page says."""
    authority = str(folder / "authority.pem")
    if language.name == "java":
        store, word = str(folder / "trust.p12"), "changeit"
        run(
            *("keytool", "-importcert", "-noprompt", "-file", authority),
            *("-keystore", store, "-storepass", word),
        )
        options = f"-Djavax.net.ssl.trustStore={store} -Djavax.net.ssl.trustStorePassword={word}"
        return {"JAVA_TOOL_OPTIONS": options}
    if language.name in ("go", "rust"):
        return {"SSL_CERT_FILE": authority}
    return {"GRPC_DEFAULT_SSL_ROOTS_FILE_PATH": authority}


def run(*command: str) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
