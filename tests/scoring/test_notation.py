from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import KINDS, Hand, Meld, MeldKind, NotationError, Tile, parse_tiles, write_glyphs, write_tiles
from tests.scoring.strategies import any_hands


def test_a_hand_with_everything_in_it() -> None:
    hand = Hand.parse("123m 456p 789s EEE [CCC] {9999m} [67'8p] [FFF+F] f1 h3 +5s")
    assert write_tiles(hand.concealed) == "123m 456p 789s EEE"
    assert [meld.kind for meld in hand.melds] == [
        MeldKind.PUNG,
        MeldKind.KONG_CONCEALED,
        MeldKind.CHOW,
        MeldKind.KONG_ADDED,
    ]
    assert [meld.exposed for meld in hand.melds] == [True, False, True, True]
    assert hand.melds[2].claimed == Tile("7p")
    assert hand.flowers == (Tile("f1"), Tile("h3"))
    assert hand.winning == Tile("5s")


@given(any_hands())
def test_letters_round_trip(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand


@given(any_hands())
def test_glyphs_round_trip(hand: Hand) -> None:
    assert Hand.parse(hand.glyphs) == hand


@given(st.lists(st.sampled_from(KINDS)))
def test_tiles_round_trip_in_their_order(tiles: list[Tile]) -> None:
    assert list(parse_tiles(write_tiles(tiles))) == tiles
    assert list(parse_tiles(write_glyphs(tiles))) == tiles


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("11m", "1m1m"),
        ("1m,2m,3m", "123m"),
        ("19mEC", "1m 9m E C"),
        ("🀇🀈🀉", "123m"),
        ("[🀄\ufe0f🀄\ufe0f🀄\ufe0f]", "[CCC]"),
        ("[ 9m 9m 9m + 9m ]", "[999+9m]"),
        ("[6'87m]", "[6'78m]"),
        ("f123", "f1 f2 f3"),
        ("+5s 1m", "1m +5s"),
    ],
)
def test_other_ways_to_write_the_same(one: str, other: str) -> None:
    assert Hand.parse(one) == Hand.parse(other)


@pytest.mark.parametrize(
    ("text", "position", "says"),
    [
        ("123m 45", 7, "suit letter"),
        ("123m 4x", 6, "suit letter"),
        ("10m", 1, "from 1 to 9"),
        ("1m X", 3, "is no tile"),
        ("1m e", 3, "is no tile"),
        ("[123m", 0, "never closed"),
        ("1m [123m [456m]", 9, "expected"),
        ("1m ]", 3, "closes nothing"),
        ("[]", 0, "holds no tiles"),
        ("f5", 1, "from 1 to 4"),
        ("1m h", 4, "needs its number"),
        ("+12m", 0, "exactly one tile"),
        ("+", 1, "expected"),
        ("+1m +2m", 4, "one winning tile"),
        ("[12'3'm]", 5, "only one tile"),
        ("12'm", 2, "stands in [ ] only"),
        ("{1'111m}", 2, "stands in [ ] only"),
        ("[999+9m1m]", 4, "exactly one tile"),
        ("{999+9m}", 4, "expected"),
        ("🀄🀫", 1, "is no tile"),
    ],
)
def test_errors_point_at_the_character(text: str, position: int, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        Hand.parse(text)
    assert says in caught.value.reason
    assert caught.value.position is not None
    assert caught.value.text == text
    shown, caret = str(caught.value).splitlines()[1:]
    assert shown == f"  {text}"
    assert caret.endswith("^")
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("text", "shown", "column"),
    [
        ("🀄️🀄️ x", "🀄️🀄️ x", 5),  # the tile is two columns wide, its variation selector none
        ("123m\n45x", "123m 45x", 7),
        ("12m\t3x", "12m 3x", 5),
        ("123m　東", "123m 東", 5),
        ("1m" * 99 + "x" + "2m" * 99, "…" + "1m" * 20 + "x2" + "m2" * 19 + "…", 41),
    ],
)
def test_the_caret_stands_below_the_character(text: str, shown: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        Hand.parse(text)
    assert str(caught.value).splitlines()[1:] == [f"  {shown}", f"  {' ' * column}^"]


def test_wide_separators_are_separators() -> None:
    assert Hand.parse("123m，456p、EE　f1\xa0+5s") == Hand.parse("123m 456p EE f1 +5s")


@given(st.text(alphabet="123456789mpsESWNCFPfh[]{}+' 🀇🀄x0"))
def test_any_text_is_a_hand_or_a_notation_error(text: str) -> None:
    refused: NotationError | None = None
    try:
        hand = Hand.parse(text)
    except NotationError as error:
        refused = error
    if refused is None:
        assert Hand.parse(str(hand)) == hand
    else:
        assert refused.position is not None
        assert 0 <= refused.position <= len(text)


def test_meld_parse_wants_exactly_one_meld() -> None:
    assert Meld.parse("{EEEE}").kind is MeldKind.KONG_CONCEALED
    for text in ("EEE", "[EEE] [CCC]", "", "+1m"):
        with pytest.raises(NotationError):
            Meld.parse(text)


def test_parse_tiles_wants_bare_tiles() -> None:
    with pytest.raises(NotationError):
        parse_tiles("12m [333m]")
