"""``sikwu camera`` on short films, without a screen."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from scoring import RuleSet
from sikwu import Told, Verdict
from sikwu.camera import commands as camera_commands
from sikwu.camera import keep
from sikwu.camera.errors import CameraError
from sikwu.camera.session import Session
from sikwu.camera.source import Frame, Video
from sikwu.camera.window import TAKE, Window
from sikwu.report import Language
from tests.sikwu.camera.filmed import film
from tests.sikwu.doubted import doubted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from tests.sikwu.conftest import Run
    from vision import Reading

HAND = "234m 99s EE [345s] [CCC] [7777p] f1 h1 +E"
RULES = RuleSet.load("hktw")


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("SIKWU_SETS", str(tmp_path / "sets"))
    monkeypatch.setenv("COLUMNS", "100")


def filmed(run: Run, video: Path, out: Path, *more: str) -> tuple[int, str, str]:
    return run("camera", "--video", str(video), "--headless", "--out", str(out), "--self-draw", *more)


def test_a_film_with_a_blur_and_a_passing_arm_is_read_scored_and_kept(run: Run, tmp_path: Path) -> None:
    video, out = film(tmp_path / "one.avi", "sbbbasss"), tmp_path / "out"
    status, printed, err = filmed(run, video, out, "--every", "1", "--steady", "3", "--json")
    assert (status, err) == (0, "")
    data = json.loads(printed)
    assert data["hand"] == HAND
    assert data["camera"]["steady"]
    assert data["camera"]["blurred"] >= 2
    assert data["camera"]["frame"] in {0, 5, 6, 7}
    assert data["camera"]["sha256"] == hashlib.sha256(video.read_bytes()).hexdigest()
    photo = out / "hand-0001.png"
    assert data["photo"]["path"] == str(photo)
    assert data["photo"]["sha256"] == hashlib.sha256(photo.read_bytes()).hexdigest()
    assert json.loads((out / "hand-0001.json").read_text()) == data
    assert HAND in (out / "hand-0001.txt").read_text()
    assert Verdict.from_dict(data).sheet is not None
    assert sorted(path.name for path in out.iterdir()) == ["hand-0001.json", "hand-0001.png", "hand-0001.txt"]


def test_the_same_film_gives_the_same_and_writes_over_nothing(run: Run, tmp_path: Path) -> None:
    video, out = film(tmp_path / "one.avi", "sss"), tmp_path / "out"
    told = [filmed(run, video, out, "--every", "1", "--steady", "2", "--json") for _ in range(2)]
    one, other = (json.loads(printed) for _, printed, _ in told)
    assert one["photo"].pop("path") != other["photo"].pop("path")
    assert one == other
    assert len(list(out.iterdir())) == 6


def test_a_film_that_ends_too_soon_gives_what_was_read_and_a_doubt(run: Run, tmp_path: Path) -> None:
    status, printed, _ = filmed(run, film(tmp_path / "one.avi", "ss"), tmp_path / "out", "--every", "1")
    assert status == 0
    assert HAND in printed
    assert "The video ended before the same hand was read in 4 sharp frames" in " ".join(printed.split())


def test_a_film_without_a_hand_says_what_was_seen(run: Run, tmp_path: Path) -> None:
    status, printed, err = filmed(run, film(tmp_path / "one.avi", "eee"), tmp_path / "out", "--every", "1")
    assert (status, printed) == (2, "")
    assert "no hand was seen in it: 3 frames were looked at" in err
    assert list((tmp_path / "out").iterdir()) == []


def test_what_is_no_video_is_refused(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "text.mp4"
    text.write_text("no video")
    for path, why in ((text, "not a video"), (tmp_path, "a folder"), (tmp_path / "none.mp4", "no such file")):
        status, printed, err = filmed(run, path, tmp_path / "out")
        assert (status, printed) == (2, "")
        assert why in err
        assert str(path) in err
    assert not (tmp_path / "out").exists()


def test_a_camera_that_isnt_there_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sikwu.camera.source._opened", lambda _: None)
    status, _, err = run("camera", "--device", "7", "--headless", "--out", str(tmp_path / "out"))
    assert status == 2
    assert "--device 7: no camera opens there" in err


def test_options_that_contradict_each_other_are_refused(run: Run, tmp_path: Path) -> None:
    video = str(tmp_path / "one.avi")
    for arguments, why in (
        (("--video", video, "--device", "0"), "not both"),
        (("--every", "3"), "--every is for a video"),
        (("--video", video, "--self-draw", "--from", "E"), "not both"),
    ):
        status, _, err = run("camera", *arguments)
        assert status == 2
        assert why in err


def test_a_folder_that_cant_be_made_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    status, _, err = filmed(run, film(tmp_path / "one.avi", "s"), tmp_path / "file" / "out")
    assert status == 2
    assert "--out" in err


def test_breaking_off_ends_cleanly(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(camera_commands, "_run", broken)
    status, _, err = filmed(run, film(tmp_path / "one.avi", "s"), tmp_path / "out")
    assert status == 130
    assert "broken off" in err


def test_each_so_manieth_frame_of_a_video_is_read(tmp_path: Path) -> None:
    path = film(tmp_path / "one.avi", "ssssssss")
    assert [frame.number for frame in Video(path, 3)] == [0, 3, 6]
    assert [frame.number for frame in Video(path)] == [0, 2, 4, 6]  # ten frames a second, five are read
    frame = next(iter(Video(path)))
    assert frame.pixels.shape == (900, 1200, 3)
    assert frame.pixels.dtype == np.uint8


def blank(count: int) -> Iterator[Frame]:
    for number in range(count):
        pixels = np.zeros((480, 640, 3), np.uint8)
        pixels[::2] = 200
        yield Frame(number, pixels)


class Pressed(Window):
    """A window that nobody sees and in which one key is pressed."""

    def __init__(self, key: str) -> None:
        self.key, self.texts = key, list[str]()

    def show(self, pixels: NDArray[np.uint8], reading: Reading | None, text: str, *, wait: int = 1) -> str:
        del pixels, reading, wait
        self.texts.append(text)
        return self.key

    def close(self) -> None:
        pass


def test_space_takes_what_was_read_so_far_with_a_doubt() -> None:
    window = Pressed(TAKE)
    session = Session(lambda _: doubted(), frames=4, tiles=17, window=window)
    taken = session.take(blank(9))
    assert taken is not None
    assert not taken.steady
    assert "taken by hand" in taken.voted.reading.doubts[0].text.lower()
    assert "1 of 4" in window.texts[0]


def test_q_takes_nothing() -> None:
    assert Session(lambda _: doubted(), frames=4, tiles=17, window=Pressed("q")).take(blank(9)) is None


def test_a_live_camera_drops_frames_and_comes_to_rest_too() -> None:
    session = Session(lambda _: doubted(), frames=2, tiles=17, live=True)
    taken = session.take(blank(100_000))
    session.close()
    assert taken is not None
    assert taken.steady
    assert taken.voted.reading.hand == doubted().hand


def kept(folder: Path) -> Any:  # noqa: ANN401 - a Kept
    pixels = np.full((40, 60, 3), 90, np.uint8)
    told = Told(self_draw=True)
    return keep(folder, doubted(), pixels, {"device": 0}, told=told, rules=RULES, language=Language.ENGLISH)


def test_a_file_of_any_kind_keeps_its_number(tmp_path: Path) -> None:
    (tmp_path / "hand-0001.txt").write_text("mine")
    assert kept(tmp_path).photo.name == "hand-0002.png"
    assert (tmp_path / "hand-0001.txt").read_text() == "mine"
    assert kept(tmp_path).photo.name == "hand-0003.png"


def test_where_there_are_no_links_files_are_kept_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("no links here")

    monkeypatch.setattr("pathlib.Path.hardlink_to", refuse)
    assert kept(tmp_path).data.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "hand-0001.json",
        "hand-0001.png",
        "hand-0001.txt",
    ]


def test_a_disk_that_fails_is_told_and_leaves_no_part_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fdopen", full)
    with pytest.raises(CameraError, match="No space left"):
        kept(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_hand_that_is_in_doubt_is_kept_with_its_doubts(tmp_path: Path) -> None:
    found = kept(tmp_path)
    assert found.verdict.reading == replace(doubted(), photo=found.verdict.reading.photo)
