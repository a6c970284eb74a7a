"""Uploading a bot by a form, and reading what it printed."""

import io
import tarfile

from arena.service.hosting_records import HostedState

from .conftest import SignIn
from .serving import Reader, Site
from .world import UPLOAD_MB, World

MANIFEST = 'name = "Hal"\ngame = "carrera"\nseats = [3]\ncommand = ["python", "bot.py"]\n'


def archive(manifest: str = MANIFEST) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as file:
        for name, content in {"bot.toml": manifest.encode(), "bot.py": b""}.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            file.addfile(info, io.BytesIO(content))
    return packed.getvalue()


def test_an_uploaded_bot_is_checked_and_its_author_reads_its_log(
    world: World, site: Site, sign_in: SignIn
) -> None:
    ada = sign_in("Ada")

    page = ada.upload("/account", "/uploads", "archive", archive())

    assert page.status == 200, page.text
    assert "Hal" in page.text
    assert "checking" in page.text
    with world.open_unit() as unit:
        (submission,) = unit.submissions.page(5, "", bot_id=page.path.rpartition("/")[2]).items
        unit.hosted.keep_log(submission.submission_id, "", 0, b"<b>built</b>", world.now())
    log = f"/submissions/{submission.submission_id}/log"
    assert ada.get(log).text == "<b>built</b>"
    assert ada.get(log).headers["content-type"].startswith("text/plain")
    assert ada.get(log, query={"seat": "x"}).status == 400
    assert sign_in("Bob").get(log).status == 403
    assert Reader(site.url).get(log).path.startswith("/sign-in")


def test_why_an_upload_was_refused_is_on_the_page_of_the_bot(world: World, sign_in: SignIn) -> None:
    page = sign_in("Cleo").upload(
        "/account", "/uploads", "archive", archive(MANIFEST.replace("Hal", "Eve"))
    )
    with world.open_unit() as unit:
        (submission,) = unit.submissions.page(5, "", bot_id=page.path.rpartition("/")[2]).items
        unit.hosted.move(submission.submission_id, HostedState.REFUSED, "it <never> connected")

    text = sign_in("").get(page.path).text

    assert "refused" in text
    assert "it &lt;never&gt; connected" in text


def test_what_cannot_be_uploaded_is_refused_with_the_reason(sign_in: SignIn) -> None:
    bob = sign_in("Bob")

    no_archive = bob.upload("/account", "/uploads", "archive", b"nonsense")
    not_his = bob.upload(
        "/account", "/uploads", "archive", archive(MANIFEST.replace("Hal", "Ada carrera"))
    )
    too_large = bob.post("/uploads", {"csrf": "x" * ((UPLOAD_MB << 20) + 70_000)})
    stranger = sign_in("").upload("/sign-in", "/uploads", "archive", archive())

    assert (no_archive.status, not_his.status) == (400, 403)
    assert (too_large.status, stranger.status) == (400, 401)
