"""``sikwu read`` and ``score`` with several photos of one hand."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from sikwu import Verdict

if TYPE_CHECKING:
    from tests.sikwu.conftest import Run

EXAMPLE = Path(__file__).parents[2] / "examples" / "hand.jpg"
TILES = "234m 99s EE"


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """The left and the right of the example photo: melds and a row go on from one to the other."""
    monkeypatch.setenv("SIKWU_SETS", str(tmp_path / "sets"))
    monkeypatch.setenv("COLUMNS", "100")
    with Image.open(EXAMPLE) as photo:
        photo.crop((0, 0, 1060, 1200)).save(tmp_path / "left.png")
        photo.crop((850, 0, 1600, 1200)).save(tmp_path / "right.png")
    return str(tmp_path / "left.png"), str(tmp_path / "right.png")


def test_two_photos_are_read_as_one_hand(run: Run, parts: tuple[str, str]) -> None:
    status, out, err = run("read", *parts, "--self-draw", "--json")
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert data["hand"] == "234m 99s EE [345s] [CCC] [7777p] f1 h1 +E"
    assert [each["path"] for each in data["photos"]] == list(parts)
    assert [each["sha256"] for each in data["photos"]] == [
        hashlib.sha256(Path(part).read_bytes()).hexdigest() for part in parts
    ]
    assert {each["photo"] for each in data["sightings"]} == {0, 1}
    assert any(each["same"] is not None for each in data["sightings"])
    verdict = Verdict.from_dict(data)
    assert verdict.reading is not None
    assert verdict.reading.export()["sightings"] == data["sightings"]


def test_the_sheet_names_both_and_score_takes_them_and_what_was_saved(
    run: Run, parts: tuple[str, str], tmp_path: Path
) -> None:
    saved = str(tmp_path / "both.json")
    status, out, _ = run("score", *parts, "--self-draw", "--save", saved)
    assert status == 0
    assert all(Path(part).name in out.replace("\n", "") for part in parts)
    assert "of an earlier photo" in out
    assert run("score", saved, "--self-draw")[1] == out


def test_both_are_drawn_one_below_the_other(run: Run, parts: tuple[str, str], tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.png"
    assert run("read", *parts, "--annotate", str(drawn))[0] == 0
    with Image.open(drawn) as picture:
        width, height = picture.size
    assert width == 1060
    assert height == 1200 + round(1200 * 1060 / 750)


def test_what_cant_be_read_together_is_refused(run: Run, parts: tuple[str, str]) -> None:
    one, other = parts
    for arguments, why in (
        (("read", one, one), "given twice"),
        (("read", one, other, "--region", "0,0,9,9"), "--region goes with one photo"),
        (("read", *[f"{number}.png" for number in range(9)]), "8 at most"),
        (("read", one, f"{one}.none.png"), "no such file"),
        (("read", one, other, "--annotate", other), "never written over"),
        (("score", TILES, one), "give one hand"),
        (("score", "234m", "99s"), "give one hand"),
        (("score", "a.json", "b.json"), "give one hand"),
    ):
        status, out, err = run(*arguments)
        assert (status, out) == (2, "")
        assert why in err
