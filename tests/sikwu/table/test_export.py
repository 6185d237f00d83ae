"""``sikwu table export``: what it writes reads back, and adds up to nothing."""

from __future__ import annotations

import csv
import json
import os
from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING

from tests.sikwu.table.evening import NAMES, Evening, in_shell

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_the_exports(hkfan: Evening, tmp_path: Path) -> None:
    hkfan.did("award", "called_pung_refused", "Bob")
    hkfan.did("win", "--fan", "12", "--winner", "Ann", "--self-draw")
    hkfan.did("draw")
    hkfan.did("undo")
    hkfan.did("win", "--fan", "5", "--winner", "Bob", "--from", "Ann")
    file = tmp_path / "table.csv"
    hkfan.did("export", "-o", str(file))
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["what"] for row in rows] == ["awarded", "won", "won", "won", "won", "owed"]
    assert (rows[2]["payer"], rows[2]["payee"], rows[2]["amount"]) == ("Bob", "Ann", "18")
    assert rows[2]["reason"] == "Bob won from Ann and kicks (踢半): 36 / 2"
    assert [rows[2][name] for name in ("number", "hand", "round", "dealer", "streak")] == [
        "5",
        "2",
        "E",
        "Ann",
        "1",
    ]
    net: Counter[str] = Counter()
    for row in rows:
        if row["what"] != "owed":
            net[row["payee"]] += int(row["amount"])
            net[row["payer"]] -= int(row["amount"])
    players = hkfan.json("show")["players"]
    assert {name: net[name] for name in NAMES} == {each["name"]: each["standing"] for each in players}
    assert sum(net.values()) == net["pot"] == 0
    everything = json.loads(hkfan.run("export", "--to", "json")[1])
    assert [event["kind"] for event in everything["events"]] == ["awarded", "won", "drawn", "undone", "won"]
    assert [each["number"] for each in everything["history"]] == [1, 2, 5]
    assert sum(Decimal(each["if_closed"]) for each in everything["players"]) == 0
    assert everything["setup"]["players"] == list(NAMES)


def test_an_export_never_writes_over_a_file_unasked(hkfan: Evening, tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_text("precious")
    assert "--force writes over it" in hkfan.refused("export", "--to", "json", "-o", str(file))
    assert file.read_text() == "precious"
    hkfan.did("export", "--to", "json", "-o", str(file), "--force")
    assert json.loads(file.read_text(encoding="utf-8"))["table"] == "1"
    assert "--out" in hkfan.refused("export", "-o", str(tmp_path / "nowhere" / "table.csv"))
    printed = hkfan.run("export")[1]
    assert printed == "number,time,hand,round,dealer,streak,what,payer,payee,amount,reason\n"


def test_an_export_never_takes_the_place_of_the_tables(hkfan: Evening, tmp_path: Path) -> None:
    hkfan.did("draw")
    (tmp_path / "link.csv").symlink_to(tmp_path / "tables.sqlite")
    for name in ("tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm", "link.csv"):
        said = hkfan.refused("export", "-o", str(tmp_path / name), "--force")
        assert "that is where the tables are kept" in said
    assert "that is a folder" in hkfan.refused("export", "-o", str(tmp_path), "--force")
    os.mkfifo(tmp_path / "pipe")
    assert "that is a device" in hkfan.refused("export", "-o", str(tmp_path / "pipe"), "--force")
    assert (tmp_path / "pipe").is_fifo()
    (tmp_path / "kept.csv").write_text("old")
    (tmp_path / "to-kept.csv").symlink_to(tmp_path / "kept.csv")
    hkfan.did("export", "-o", str(tmp_path / "to-kept.csv"), "--force")
    assert (tmp_path / "to-kept.csv").is_symlink()
    assert (tmp_path / "kept.csv").read_text().startswith("number,")


def test_no_cell_is_taken_for_a_formula(evening: Evening, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    award = '[awards.tip]\nzh = "=1+1"\nen = "tip"\nbases = 1\npays = "others"\nsource = "our table"\n'
    house.write_text(f'extends = "hkfan"\n{award}', encoding="utf-8")
    evening.did("new", *NAMES, "--rules", str(house))
    evening.did("award", "tip", "Bob")
    rows = list(csv.DictReader(evening.run("export")[1].splitlines()))
    assert {row["reason"] for row in rows} == {"'=1+1 tip: 1 × 10"}


def test_an_export_keeps_its_characters_or_is_refused(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.did("new", "阿東", "阿南", "阿西", "阿北", "--rules", "hkfan")
    evening.did("award", "false_win", "阿南")
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = in_shell("table export", "")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--out FILE" in done.stderr
