"""What other scorers fell into, each trap by its name, in the rule set hktw."""

from __future__ import annotations

from scoring import Hand, RuleSet, Win, WinBy, Wind, pay, score

RULES = RuleSet.load("hktw")
DISCARD = Win(by=WinBy.DISCARD, discarder=Wind.WEST)


def _items(text: str, win: Win = DISCARD, /, **policies: object) -> dict[str, int]:
    sheet = score(Hand.parse(text), win, RULES.with_policies(policies))
    assert sheet.win, sheet.why
    assert sheet.total == sum(sheet.items.values())
    return sheet.items


def test_only_one_partition_is_tried() -> None:
    # Read as chows the first is worth more, read as pungs the second.
    assert _items("111222333s 456s 78s 66m +9s", Win())["pure_straight"] == 20
    assert _items("111222333m 456p 99s 78p +9p", Win())["big_three_run"] == 15


def test_the_place_of_the_winning_tile_is_not_maximised() -> None:
    sheet = score(Hand.parse("1123s 567m 456p [WWW] [678p] f1 +1s"), DISCARD, RULES)
    assert str(sheet.partitions[0]).endswith("11s*")
    assert [runner.total for runner in sheet.runners_up] == [sheet.total - 1]


def test_identical_melds_are_lost() -> None:
    assert _items("678m 678m 678m 678m 23s WW f1 +4s")["quadruple_chow"] == 60
    assert _items("999p NN 78m [678p] [678p] [678p] f1 +9m")["triple_chow"] == 15
    (partition,) = score(Hand.parse("E [678p] [678p] [678p] [678p] [NNN] +E"), DISCARD, RULES).partitions
    assert [str(group) for group in partition.groups].count("[678p]") == 4


def test_a_discard_counts_inside_a_concealed_pung_while_another_copy_sits_in_an_open_chow() -> None:
    text = "33p 444s 567m EE [789s] [345p] f1 +3p"
    assert "two_concealed_pungs" not in _items(text)
    assert _items(text, Win())["two_concealed_pungs"] == 5


def test_a_kong_counts_as_four_tiles_of_the_hand() -> None:
    text = "F {3333m} [5555p] [EEE+E] {8888s} [2222m] f1 +F"
    assert Hand.parse(text).problems() == ()
    assert _items(text)["five_kongs"] == 160


def test_a_concealed_kong_opens_the_hand() -> None:
    assert _items("567m 345s WW 67p {2222p} 888s f1 +8p")["concealed_hand"] == 3
    assert "concealed_hand" not in _items("567m 345s WW 67p [2222p] 888s f1 +8p")


def test_a_mixed_straight_is_given_for_two_suits() -> None:
    assert "mixed_straight" not in _items("123s 456m 78s [345m] [FFF] NN f1 +9s")
    assert _items("123s 456m 78p [345m] [FFF] NN f1 +9p")["mixed_straight"] == 8


def test_small_four_winds_and_small_three_dragons_are_never_reached() -> None:
    assert _items("WW 345s 78m [EEE] [NNN] [SSS] f1 +9m")["small_four_winds"] == 60
    assert _items("345s FF 67m [678p] [CCC] [PPP] f1 +8m")["small_three_dragons"] == 20


def test_the_dealer_is_counted_twice() -> None:
    hand = Hand.parse("567m 345s WW 67p [234p] [NNN] f2 +8p")
    dealer = Win(by=WinBy.DISCARD, seat=Wind.EAST, discarder=Wind.WEST, dealer_streak=1)
    assert [line.value for line in score(hand, dealer, RULES).lines if line.id == "dealer"] == [3]
    drawn = Win(dealer_streak=1)
    sheet = score(hand, drawn, RULES)
    assert "dealer" not in sheet.items
    assert sheet.dealer_share_items == {"dealer": 3}
    paid = pay(sheet, drawn, RULES).by_payer
    assert paid[Wind.EAST] == paid[Wind.WEST] + 3
    assert paid[Wind.WEST] == paid[Wind.NORTH]


def test_one_suit_is_also_one_suit_short() -> None:
    items = _items("345p 678p 99p 67p [111p] [222p] f1 +8p")
    assert "full_flush" in items
    assert "missing_suit" not in items


def test_the_dragons_of_123123456789789() -> None:
    hand = "123m 123m 456m 789m 789m E f1 +E"
    once = _items(hand)
    assert once["pure_straight"] == 20
    assert once["two_double_chows"] == 30
    assert once["old_young_chows"] == 5  # of the chows that the straight leaves over
    every = _items(hand, repeat_counting="all")
    assert every["pure_straight"] == 2 * 2 * 20


def test_a_row_is_laid_to_one_that_counts_and_not_to_one_that_was_itself_swallowed() -> None:
    hand = Hand.parse("234m 234m 234p 24s EE [234m] f1 +3s")
    sheet = score(hand, Win(by=WinBy.DISCARD, discarder=Wind.WEST), RuleSet.load("hkfan"))
    assert "five_same_number_chows" in sheet.items
    assert {lost.by for lost in sheet.dropped} == {"five_same_number_chows"}


def test_under_the_second_method_the_reason_is_not_the_first() -> None:
    hand = Hand.parse("123123456789789m S +S")
    sheet = score(hand, DISCARD, RULES.with_policies({"repeat_counting": "all"}))
    assert sheet.dropped
    assert not any("方法一" in lost.why for lost in sheet.dropped)
