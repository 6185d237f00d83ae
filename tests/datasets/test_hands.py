"""Whole hands are dealt, laid and judged as they should be."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from datasets.errors import LabelError
from datasets.hands import TrueGroup, TrueHand, TrueRole, deal_win, judge, lay_scene, read_real, spoil, wins
from datasets.hands.__main__ import main
from datasets.hands.figures import Figures
from datasets.hands.readings import layout_alone, sightings_of
from scoring.hand import Hand
from scoring.tile import KINDS
from vision.doubt import Doubt, Question
from vision.group import Group, MeldShape, Role

if TYPE_CHECKING:
    from datasets.hands import HandScene

PHOTOS = Path(__file__).parents[3] / "shared" / "photos"
SEEDS = range(12)


@pytest.fixture(scope="module")
def scenes() -> list[HandScene]:
    return [lay_scene(seed) for seed in SEEDS]


class TestDealing:
    def test_dealt_hands_win_and_spoilt_ones_do_not(self) -> None:
        for seed in range(30):
            rng = np.random.default_rng(seed)
            hand = deal_win(rng)
            other = spoil(hand, rng)
            assert wins(hand)
            assert not hand.problems()
            assert not wins(other)
            assert not other.problems()
            assert (Counter(hand.tiles) - Counter(other.tiles)).total() == 1
            assert other.melds == hand.melds

    def test_chows_are_the_most(self) -> None:
        hands = [deal_win(np.random.default_rng(seed)) for seed in range(60)]
        kinds = Counter(meld.kind.value for hand in hands for meld in hand.melds)
        assert kinds["chow"] > kinds["pung"] > 0
        assert kinds["kong_concealed"]


class TestScenes:
    def test_the_truth_has_every_tile_of_the_hand(self, scenes: list[HandScene]) -> None:
        for scene in scenes:
            truth, hand = scene.truth, scene.truth.hand
            assert hand is not None
            assert wins(scene.won)
            seen = Counter(
                truth.codes[tile] for tile in truth.tiles_of(*TrueRole) if truth.codes[tile] != "back"
            )
            held = Counter(str(tile) for tile in (*hand.tiles, *hand.flowers))
            # Tiles face down or under another one don't show what they are.
            assert not seen - held
            hidden = len(truth.of_role(TrueRole.KONG)) + len(truth.of_role(TrueRole.EXPOSED))
            assert (held - seen).total() <= 4 * hidden

    def test_no_kind_lies_about_more_often_than_a_set_has_it(self, scenes: list[HandScene]) -> None:
        for scene in scenes:
            for code, count in Counter(scene.truth.codes).items():
                assert code == "back" or count <= (4 if code in {str(kind) for kind in KINDS[:34]} else 1)

    def test_the_same_seed_gives_the_same_scene(self, scenes: list[HandScene]) -> None:
        again = lay_scene(3)
        assert again.truth.codes == scenes[3].truth.codes
        assert np.array_equal(again.truth.quads, scenes[3].truth.quads)

    def test_a_false_win_shows_a_hand_that_does_not_win(self) -> None:
        scene = lay_scene(3, false_win=True)
        assert scene.truth.hand is not None
        assert not wins(scene.truth.hand)

    def test_a_painted_scene_is_a_picture_with_the_tiles_inside(self) -> None:
        scene = lay_scene(9, paint=True)
        assert scene.image is not None
        height, width = scene.image.shape[:2]
        own = scene.truth.quads[sorted(scene.truth.tiles_of(*TrueRole))]
        assert (own >= 0).all()
        assert (own <= [width, height]).all()


TRUTH = TrueHand(
    "made",
    np.zeros((8, 4, 2), np.float32),
    ("f1", "1m", "2m", "3m", "5s", "5s", "5s", "9p"),
    (
        TrueGroup(TrueRole.FLOWERS, (0,)),
        TrueGroup(TrueRole.EXPOSED, (1, 2, 3), MeldShape.CHOW),
        TrueGroup(TrueRole.CONCEALED, (4, 5)),
        TrueGroup(TrueRole.WINNING, (6,)),
    ),
    hand=Hand.parse("55s 123456789p NN [123m] f1 +5s"),  # the tiles shown and some more
)
GROUPS = (
    Group(Role.FLOWERS, None, (0,), 1.0),
    Group(Role.EXPOSED, MeldShape.CHOW, (1, 2, 3), 1.0),
    Group(Role.CONCEALED, None, (4, 5), 1.0),
    Group(Role.WINNING, None, (6,), 1.0),
)
OTHER = Hand.parse("55s 123456789p NW [123m] +5s")
SAME = {index: index for index in range(8)}


class TestJudging:
    def test_the_true_groups_are_right(self) -> None:
        verdict = judge(TRUTH, SAME, GROUPS, TRUTH.hand, ())
        assert verdict.right
        assert not verdict.wrong

    def test_any_of_equal_tiles_may_be_the_winning_one(self) -> None:
        groups = (*GROUPS[:2], replace(GROUPS[2], sightings=(4, 6)), replace(GROUPS[3], sightings=(5,)))
        assert judge(TRUTH, SAME, groups, TRUTH.hand, ()).right

    @pytest.mark.parametrize(
        ("groups", "fault"),
        [
            (GROUPS[1:], "a flower is left out"),
            ((GROUPS[0], *GROUPS[2:]), "an exposed meld is not seen as such"),
            (GROUPS[:3], "the winning tile isn't seen apart"),
            (
                (*GROUPS[:2], replace(GROUPS[2], sightings=(4, 5, 7)), GROUPS[3]),
                "a tile of others is taken in",
            ),
            ((*GROUPS[:2], replace(GROUPS[2], sightings=(4,)), GROUPS[3]), "a tile of the hand is left out"),
        ],
    )
    def test_what_is_wrong_is_told(self, groups: tuple[Group, ...], fault: str) -> None:
        verdict = judge(TRUTH, SAME, groups, OTHER, ())
        assert fault in verdict.faults
        assert verdict.wrong
        assert fault in verdict.unasked

    def test_a_doubt_asks_about_its_own_question_only(self) -> None:
        doubt = Doubt(Question.WINNING, (), "Which?")
        unseen = (*GROUPS[:2], replace(GROUPS[2], sightings=(4, 5, 6)))
        assert judge(TRUTH, SAME, unseen, OTHER, (doubt,)).unasked == ()
        assert judge(TRUTH, SAME, unseen, OTHER, ()).unasked == ("the winning tile isn't seen apart",)
        assert judge(TRUTH, SAME, GROUPS[1:], OTHER, (doubt,)).unasked == ("a flower is left out",)

    def test_a_hand_that_can_not_exist_is_not_scored_and_asks_by_itself(self) -> None:
        verdict = judge(TRUTH, SAME, GROUPS[1:], Hand.parse("55s [123m] +5s"), ())
        assert not verdict.told
        assert not verdict.wrong
        assert verdict.faults == ("a flower is left out",)
        assert verdict.unasked == ()

    def test_what_the_picture_does_not_settle_may_be_either(self) -> None:
        groups = (*TRUTH.groups[:1], TrueGroup(TrueRole.UNSETTLED, (1, 2, 3)), *TRUTH.groups[2:])
        open_truth = replace(TRUTH, groups=groups, hand=None)
        concealed = (GROUPS[0], replace(GROUPS[2], sightings=(1, 2, 3, 4, 5)), GROUPS[3])
        assert judge(open_truth, SAME, GROUPS, None, ()).right
        assert judge(open_truth, SAME, concealed, None, ()).right


def test_the_layout_alone_is_right_about_most_hands(scenes: list[HandScene]) -> None:
    verdicts = [layout_alone(scene.truth) for scene in scenes]
    assert sum(verdict.right for verdict in verdicts) >= len(verdicts) // 2


def test_sightings_are_off_by_a_little(scenes: list[HandScene]) -> None:
    truth = scenes[0].truth
    quads = np.array([each.quad for each in sightings_of(truth, np.random.default_rng(0))])
    off = np.linalg.norm(quads - truth.quads, axis=2)
    side = np.linalg.norm(truth.quads[:, 1] - truth.quads[:, 0], axis=1)
    assert 0 < np.median(off) < 0.2 * np.median(side)


def test_figures_count_by_convention() -> None:
    right = replace(judge(TRUTH, SAME, GROUPS, TRUTH.hand, ()), facts={"rows": "one row"})
    wrong = replace(judge(TRUTH, SAME, GROUPS[:3], OTHER, ()), facts={"rows": "two rows"})
    figures = Figures((right, wrong), (replace(right, as_win=True),)).export()
    assert figures["all"] == {"hands": 2, "right": 1, "sure": 2, "sure_wrong": 1, "unasked": 1}
    assert figures["by_convention"]["rows"]["one row"]["right"] == 1
    assert figures["false_wins"] == {"hands": 1, "as_win_sure": 1, "as_win_doubted": 0}


def test_the_command_measures_the_layout(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rendered", "--count", "3", "--layout-only", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)["layout alone"]
    assert figures["all"]["hands"] == 3
    assert figures["false_wins"]["hands"] == 3
    assert figures["false_wins"]["as_win_sure"] == 0


def test_a_missing_folder_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["real", str(tmp_path), "--layout-only"]) == 2
    assert "is not a folder" in capsys.readouterr().err


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the labelled photos (../shared/photos) are not here")
class TestReal:
    def test_the_table_fits_the_labels(self) -> None:
        hands = read_real(PHOTOS)
        assert len(hands) >= 50
        assert sum(hand.truth.facts["laid"] != "one row" for hand in hands) >= 26
        for hand in hands:
            members = [tile for group in hand.truth.groups for tile in group.members]
            assert len(members) == len(set(members)) >= 13
            flowers = {tile for tile in members if hand.truth.codes[tile][0] in "fh"}
            assert hand.truth.tiles_of(TrueRole.FLOWERS) == flowers

    def test_a_line_that_does_not_exist_is_told(self, tmp_path: Path) -> None:
        table = tmp_path / "real.toml"
        table.write_text(
            '[[photo]]\nfile = "jcvalid_hand_016.jpg"\nsplit = "dev_hk"\nlaid = "grid"\nconcealed = [99]\n',
            encoding="utf-8",
        )
        with pytest.raises(LabelError, match="no line 99"):
            read_real(PHOTOS, table=table)
