"""The command line: what it prints, and that bad input ends in one message and exit status 2."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image

from sikwu import Verdict, __version__

if TYPE_CHECKING:
    from pathlib import Path

    from tests.sikwu.conftest import Run

HAND = "234m 99s EE [345s] [CCC] {7777p} f1 +E"


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"sikwu {__version__}\n", "")


def test_help_tells_the_defaults(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    for command in ("read", "score"):
        status, out, _ = run(command, "--help")
        assert status == 0
        for default in ("[default: S]", "[default: E]", "[default: 0]", "[default: the rule set's]"):
            assert default in out


def test_score_prints_the_lines_the_total_and_who_pays(run: Run) -> None:
    status, out, err = run("score", HAND, "--from", "E")
    assert (status, err) == (0, "")
    for words in ("24 fan", "五門齊", "暗槓", "hktw 311", "E → S", "base 5 × 1 + 24 fan × 1 = 29"):
        assert words in out
    assert "assumed, since nothing was said: seat S; round E; dealer E; dealer streak 0" in out


def test_what_was_said_is_not_called_assumed(run: Run) -> None:
    _, out, _ = run(
        "score", HAND, "--from", "W", "--seat", "S", "--round", "E", "--dealer", "N", "--streak", "2"
    )
    assert "assumed" not in out
    assert "W → S" in out
    assert "莊家" not in out


def test_the_dealer_pays_his_share_of_a_self_draw(run: Run) -> None:
    _, out, _ = run("score", HAND, "--self-draw", "--streak", "2", "--json")
    verdict = json.loads(out)
    paid = {transfer["payer"]: transfer["amount"] for transfer in verdict["payments"]}
    assert paid["W"] == paid["N"] == 5 + verdict["sheet"]["total"]
    assert paid["E"] == paid["W"] + 5


def test_base_and_price_are_exact(run: Run) -> None:
    _, out, _ = run("score", HAND, "--from", "E", "--base", "10", "--price", "0.1", "--json")
    assert json.loads(out)["payments"][0]["amount"] == "12.4"


def test_a_hand_that_does_not_win_says_what_is_missing(run: Run) -> None:
    status, out, _ = run("score", "234m 99s EE [345s] [CCC] {7777p} f1 +9m")
    assert status == 0
    assert "no win" in out
    assert "9m九萬 → 9s九索 E東" in out


def test_json_is_one_object_that_comes_back_the_same(run: Run) -> None:
    _, out, _ = run("score", HAND, "--from", "E", "--json")
    data = json.loads(out)
    assert data["hand"] == HAND
    assert data["versions"]["program"] == __version__
    assert data["versions"]["rules"]["id"] == "hktw"
    assert json.loads(json.dumps(Verdict.from_dict(data).export())) == data


def test_jsonl_answers_every_line_in_order(run: Run, tmp_path: Path) -> None:
    case = {
        "id": "a",
        "tiles": "234m 678m EE 56s",
        "melds": [{"type": "chow", "tiles": "345p"}, {"type": "pung", "tiles": "999s"}],
        "flowers": ["h1"],
        "win": {"tile": "7s", "by": "discard", "from": "W"},
    }
    file = tmp_path / "cases.jsonl"
    file.write_text(
        "\n".join([json.dumps(case), "{not json", json.dumps({**case, "id": "b"})]), encoding="utf-8"
    )
    status, out, _ = run("score", "--jsonl", str(file))
    first, second, third = map(json.loads, out.splitlines())
    assert status == 0
    assert (first["id"], first["items"], first["error"]) == ("a", {"off_flower": 1, "chicken": 30}, None)
    assert "line 2" in second["error"]
    assert (third["id"], third["total"]) == ("b", 31)


def test_jsonl_answers_lines_that_are_no_text(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_bytes(b'\xff\n{"id": "b"}\n')
    status, out, err = run("score", "--jsonl", str(file))
    first, second = map(json.loads, out.splitlines())
    assert (status, err) == (0, "")
    assert "line 1" in first["error"]
    assert (second["id"], second["win"]) == ("b", False)


def test_json_is_json_whatever_the_terminal_can_show(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text('{"id": "🀄"}\n', encoding="utf-8")
    printed = subprocess.run(
        [sys.executable, "-m", "sikwu", "score", "--jsonl", "-"],
        input=file.read_bytes(),
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
    )
    assert json.loads(printed.stdout)["id"] == "🀄"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["score", "234m 9z"], "a suit letter m, p or s is missing"),
        (["score"], "give either a hand or --jsonl FILE"),
        (["score", HAND, "--jsonl", "-"], "give either a hand or --jsonl FILE"),
        (["score", HAND, "--from", "E", "--self-draw"], "a win is a self-draw or comes from E, not both"),
        (["score", HAND, "--from", "S"], "S can't be winner and discarder"),
        (["score", HAND, "--rules", "nowhere"], "nowhere"),
        (["score", HAND, "--price", "x"], "--price x: an amount is a number"),
        (["score", HAND, "--base", "-1"], "--base -1: an amount is a number from 0"),
        (["score", HAND, "--base", "1e99999999"], "price.base: expected an amount from 0"),
        (["score", HAND, "--streak", "99999"], "dealer_streak can't be over"),
        (["score", "--jsonl", "nul\0"], "--jsonl"),
        (["score", HAND, "--seat", "Q"], "--seat"),
        (["score", HAND, "--streak", "-1"], "--streak"),
        (["score", "--jsonl", "no-such.jsonl"], "--jsonl no-such.jsonl: No such file or directory"),
        (["read", "no-such.jpg"], "no-such.jpg"),
        (["read", "x.jpg", "--winning-tile", "5x"], "--winning-tile 5x: '5x' is not a tile"),
        (["read", "x.jpg", "--region", "1,2,3"], "a region is four whole numbers"),
        (["read", "x.jpg", "--annotate", "out.txt"], "a picture's name ends in"),
    ],
)
def test_bad_input_is_one_message_and_status_2(run: Run, arguments: list[str], words: str) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert words in " ".join(err.replace("│", " ").split())
    assert "Traceback" not in err


def test_a_photo_that_is_none_is_an_error(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "photo.jpg"
    file.write_bytes(b"\xff\xd8\xff\xe0 no more than the beginning")
    status, _, err = run("read", str(file))
    assert status == 2
    assert str(file) in err


def test_the_photo_is_never_written_over(run: Run, tmp_path: Path) -> None:
    file, link = tmp_path / "cloth.png", tmp_path / "link.png"
    Image.fromarray(np.full((300, 400, 3), (20, 90, 60), np.uint8)).save(file)
    link.symlink_to(file)
    before = file.read_bytes()
    for out in (file, link, tmp_path / "." / "cloth.png"):
        status, printed, err = run("read", str(file), "--annotate", str(out))
        assert (status, printed) == (2, "")
        assert "that is the photo itself" in err
    assert file.read_bytes() == before


def test_a_photo_without_tiles_has_no_hand(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "cloth.png"
    Image.fromarray(np.full((300, 400, 3), (20, 90, 60), np.uint8)).save(file)
    status, out, _ = run("read", str(file), "--json")
    data = json.loads(out)
    assert status == 0
    assert (data["hand"], data["sheet"], data["payments"], data["sightings"]) == (None, None, [], [])
    assert data["why"]


def test_settle_answers_a_case_a_line(run: Run, tmp_path: Path) -> None:
    cases = tmp_path / "cases.jsonl"
    cases.write_text(
        '{"id": "fan", "kind": "dealer_value", "system": "hkfan", "streak": 3}\n'
        "no JSON\n"
        '{"id": "dice", "kind": "cash", "system": "hktw", "event": {"type": "dice_123", "dealer": "E"}}\n',
        encoding="utf-8",
    )
    status, out, err = run("settle", "--jsonl", str(cases))
    assert (status, err) == (0, "")
    results = [json.loads(line) for line in out.splitlines()]
    assert [result["id"] for result in results] == ["fan", None, "dice"]
    assert results[0]["fan"] == 7
    assert "line 2" in results[1]["error"]
    assert results[2]["delta"] == {"E": -15, "S": 5, "W": 5, "N": 5}
    assert run("settle", "--jsonl", str(tmp_path / "missing"))[0] == 2
