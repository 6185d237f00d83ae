"""The conversation about what is in doubt, with lines piped in."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scoring import RuleSet
from sikwu import Told, judge_reading
from sikwu.interactive import BROKEN_OFF, Lines, Talk, talk
from sikwu.report import Language
from tests.sikwu.doubted import DRAGON, EYE, EYE_TOO, NINE, OPEN, WON, doubted
from vision import Doubt, Question, Reading

if TYPE_CHECKING:
    from tests.sikwu.conftest import Run

RULES = RuleSet.load("hktw")
EXAMPLE = Path(__file__).parents[2] / "examples" / "hand.jpg"
FOREIGN = Doubt(Question.TILE, (18,), "W is not sure.", (("N", 0.4),))


class BrokenOff(io.StringIO):
    """Lines after which the person breaks off."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # as StringIO has it
        line = super().readline(-1 if size is None else size)
        if not line:
            raise KeyboardInterrupt
        return line


def spoken(
    reading: Reading, typed: str, language: Language = Language.ENGLISH, *, broken: bool = False
) -> tuple[Talk, str]:
    out = io.StringIO()
    source = BrokenOff(typed) if broken else io.StringIO(typed)
    return talk(reading, Told(self_draw=True), RULES, Lines(source, out), language), out.getvalue()


def hand_after(typed: str, *doubts: Doubt) -> str:
    return str(spoken(doubted(*doubts), typed)[0].reading.hand)


def test_enter_takes_the_likeliest_answer_and_the_next_is_asked() -> None:
    talked, out = spoken(doubted(DRAGON, NINE), "\n\n\n")
    assert talked.reading.hand == doubted().hand
    assert talked.reading.doubts == ()
    assert [answer.changed for answer in talked.reading.answers] == [False, False]
    assert out.index("Which tile is number 5?") < out.index("Which tile is number 14?")
    assert "Nothing else that changes the score is in doubt" in out


def test_where_another_answer_is_likelier_enter_gives_that() -> None:
    doubt = Doubt(Question.ROLE, (4, 5, 6), "CCC: taken as exposed.", (("concealed", 0.8),))
    talked, out = spoken(doubted(doubt), "\n")
    assert str(talked.reading.hand) == "234678m 99s EE CCC [345s] f1 +9s"
    assert next(line for line in out.splitlines() if "[Enter]" in line).startswith("  2  concealed 80%")


def test_what_changes_nothing_is_not_asked() -> None:
    _, out = spoken(doubted(FOREIGN), "\n")
    assert "Which tile" not in out


@pytest.mark.parametrize("answer", ["2", "7s", "七索", "14=7s", "14 = 🀖"])
def test_an_answer_by_number_or_by_tile(answer: str) -> None:
    assert hand_after(f"{answer}\n", NINE) == "234678m 79s EE [345s] [CCC] f1 +9s"


@pytest.mark.parametrize(
    ("typed", "hand"),
    [
        ("win 16", "234678m 999s E [345s] [CCC] f1 +E"),
        ("win E", "234678m 999s E [345s] [CCC] f1 +E"),
        ("exposed 8-10", "678m 99s EE [345s] [CCC] [234m] f1 +9s"),
        ("exposed 8 9 10\nconcealed 8,9 10", "234678m 99s EE [345s] [CCC] f1 +9s"),
        ("remove 18", "234678m 99s EE [345s] [CCC] f1"),
        ("add 5p", "234678m 5p 99s EE [345s] [CCC] f1 +9s"),
        ("add h2\n1=f3", "234678m 99s EE [345s] [CCC] f3 h2 +9s"),
        ("5=F\nundo", "234678m 99s EE [345s] [CCC] f1 +9s"),
        ("8-10=E\nundo\n8=5m", "345678m 99s EE [345s] [CCC] f1 +9s"),
        ("除 18\n加 9s\n糊 20", "234678m 99s EE [345s] [CCC] f1 +9s"),
    ],
)
def test_anything_can_be_corrected_at_any_time(typed: str, hand: str) -> None:
    assert hand_after(f"{typed}\ndone\n") == hand


def test_the_score_follows_each_entry() -> None:
    reading = doubted()
    talked, out = spoken(reading, "5=F\n")
    assert [line.split("  ")[1].split(":")[0] for line in out.splitlines() if line.startswith("= ")][
        1
    ].startswith("no win")
    before = judge_reading(reading, Told(self_draw=True), RULES)
    assert before.sheet is not None
    assert f"{before.sheet.total} fan" in out
    assert talked.reading.answers[0].was == "C"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("5=9x", "'9x' is no tile"),
        ("99=5m", "there is no tile 99; there are 19"),
        ("exposed", "say which tiles by their numbers"),
        ("exposed x", "'x' is no number of a tile"),
        ("exposed 8 12", "can't be cut into exposed melds"),
        ("kong 8-11", "four alike"),
        ("win 1", "f1 can't be the winning tile"),
        ("win", "isn't complete"),
        ("0", "the answers are numbered 1 to 3"),
        ("99999999999999999999", "the answers are numbered 1 to 3"),
        ("hello", "'hello' is no tile"),
        ("3-1=5m", "tiles are numbered from 1"),
        ("add 55p", "'55p' is no tile"),
        ("undo", "nothing was said that could be undone"),
    ],
)
def test_what_can_not_be_understood_is_said_and_asked_again(typed: str, words: str) -> None:
    talked, out = spoken(doubted(NINE), f"{typed}\n2\n")
    assert words in out
    assert str(talked.reading.hand) == "234678m 79s EE [345s] [CCC] f1 +9s"
    assert len(talked.reading.answers) == 1


def test_a_question_can_be_left_open() -> None:
    talked, out = spoken(doubted(NINE, OPEN), "skip\nskip\n\n")
    assert len(talked.reading.doubts) == 2
    assert "Nothing else" in out


def test_of_two_doubts_with_the_same_words_one_can_be_left_open() -> None:
    _, out = spoken(doubted(EYE, EYE_TOO), "skip\n")
    assert "Which tile is number 16?" in out
    assert "Which tile is number 17?" in out


def test_the_end_of_the_input_and_ctrl_c_lose_nothing() -> None:
    ended, _ = spoken(doubted(NINE, DRAGON), "2\n")
    broken, _ = spoken(doubted(NINE, DRAGON), "2\n", broken=True)
    assert ended.reading == broken.reading
    assert (ended.broken_off, broken.broken_off) == (False, True)
    assert len(ended.reading.answers) == 1


def test_a_pair_of_doubts_is_asked_one_after_the_other() -> None:
    talked, out = spoken(doubted(EYE, EYE_TOO), "5p\n5p\n")
    assert str(talked.reading.hand) == "234678m 55p 99s [345s] [CCC] f1 +9s"
    assert "Which tile is number 17?" in out


def test_the_winning_tile_is_asked() -> None:
    talked, out = spoken(doubted(WON), "E\n")
    assert "Which tile won?" in out
    assert str(talked.reading.hand) == "234678m 999s E [345s] [CCC] f1 +E"


def test_the_conversation_in_chinese() -> None:
    talked, out = spoken(doubted(NINE), "說明\n二索\n", Language.CHINESE)
    assert "第 14 隻是甚麼牌？" in out
    assert "復原、顯示、完" in out
    assert "Which" not in out
    assert talked.reading.answers[0].answer == "2s"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(doubted(NINE, DRAGON).export()), encoding="utf-8")
    return path


def test_score_tells_what_a_doubt_changes_and_says_so_at_the_total(run: Run, file: Path) -> None:
    status, out, err = run("score", str(file), "--self-draw")
    assert (status, err) == (0, "")
    words = " ".join(out.split())
    assert "if F發 (40%): no win" in words
    assert "if what is in doubt is as read; it leaves open" in words
    assert words.index("tile 5: C is not sure") < words.index("tile 14: 9s is not sure")
    assert "it would be otherwise with: seat" in words
    chinese = " ".join(run("score", str(file), "--self-draw", "--lang", "zh")[1].split())
    assert "若為 F發 (40%)：未食糊" in chinese
    assert "存疑處照所讀計算" in chinese
    assert "若非如此" in chinese


def test_score_asks_and_saves_and_the_file_scores_as_corrected(
    run: Run, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = tmp_path / "corrected.json"
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n14=9s\n5=C\n"))
    status, out, err = run("score", str(file), "--interactive", "--save", str(saved), "--json")
    assert status == 0
    verdict = json.loads(out)
    assert "Which tile is number 5?" in err
    assert [answer["answer"] for answer in verdict["answers"]] == ["C", "9s", "C"]
    status, out, _ = run("score", str(saved), "--json")
    again = json.loads(out)
    assert (status, again["sheet"], again["answers"]) == (0, verdict["sheet"], verdict["answers"])
    assert not any(stake["matters"] for stake in again["stakes"])
    _, out, _ = run("score", str(saved))
    assert "said by a person: 5: C中 confirmed; 14: 9s九索 confirmed" in " ".join(out.split())


def test_breaking_off_keeps_what_was_said(
    run: Run, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = tmp_path / "corrected.json"
    monkeypatch.setattr(sys, "stdin", BrokenOff("5=F\n"))
    status, out, _ = run("score", str(file), "--interactive", "--save", str(saved))
    assert status == BROKEN_OFF
    assert "no win" in out
    assert json.loads(saved.read_text(encoding="utf-8"))["sightings"][4]["kind"] == "F"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["score", "no-such.json"], "no-such.json: No such file"),
        (["score", "234m", "--interactive"], "are for a photo or a reading"),
        (["score", "--jsonl", "-", "--interactive"], "go with one hand"),
        (["score", "no-such.jpg"], "no-such.jpg"),
    ],
)
def test_what_can_not_be_asked_about_is_refused(run: Run, arguments: list[str], words: str) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert words in err


@pytest.mark.parametrize(
    ("name", "words"), [("x.txt", "ends in .json"), ("nowhere/x.json", "there is no folder")]
)
def test_what_can_not_be_saved_to_is_refused_before_the_work(
    run: Run, file: Path, tmp_path: Path, name: str, words: str
) -> None:
    status, out, err = run("score", str(file), "--save", str(tmp_path / name))
    assert (status, out) == (2, "")
    assert words in err


def test_a_file_that_holds_no_reading_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    for text in ("[]", "{}", "no JSON", '{"photo": 1}'):
        path.write_text(text, encoding="utf-8")
        status, out, err = run("score", str(path))
        assert (status, out) == (2, "")
        assert str(path) in err
        assert "a reading is what sikwu read --save wrote" in err


def test_read_asks_about_a_photo_and_draws_what_was_corrected(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, saved = tmp_path / "drawn.png", tmp_path / "saved.json"
    monkeypatch.setattr(sys, "stdin", io.StringIO("win 2m\nadd h3\n16=9s\n17=9s\ndone\n"))
    status, out, _ = run(
        "read", str(EXAMPLE), "--self-draw", "--interactive", "--save", str(saved), "--annotate", str(drawn)
    )
    assert status == 0
    assert drawn.exists()
    assert "flowers 花: 1 f1梅  2 h1春  21 h3秋" in out
    _, scored, _ = run("score", str(saved), "--self-draw", "--json")
    assert json.loads(scored)["hand"] == "34m 99s EEE [345s] [CCC] [7777p] f1 h1 h3 +2m"
    for name, words in (("x.jpg", "a reading's name ends in .json"), ("no/x.json", "there is no folder")):
        status, out, err = run("read", str(EXAMPLE), "--save", str(tmp_path / name))
        assert (status, out) == (2, "")
        assert words in err
