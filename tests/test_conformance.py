"""What every registered game must do. A new game is tested here without a line of its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit, typeof, types

import palamedes
from conftest import ALL_GAMES, positions, urgent_codes
from palamedes.core.errors import PalamedesError
from palamedes.core.native.states import NAMED_TUPLES
from palamedes.core.position import Position
from palamedes.core.rules import LARGEST_MOVE
from palamedes.core.stack_memory import MAX_MOVES
from palamedes.games import find_game

RULES = ("moves", "play", "outcome", "key", "move_count", "image", "move_image", "progress", "lead")


def test_the_name_of_a_game_finds_it(game):
    assert find_game(game.id) == game
    assert find_game(game.id.upper()) == game


def test_state_classes_have_names_of_their_own():
    classes = {type(game.start) for game in ALL_GAMES}
    assert len({cls.__name__ for cls in classes}) == len(classes)


def test_a_second_class_of_the_same_name_is_refused():
    with pytest.raises(PalamedesError, match="two state classes are named TeekoState"):
        type("TeekoState", (type(find_game("morpion").start),), {"__module__": "elsewhere"})


def test_every_position_is_as_promised(game):
    """What must hold of any position; they are dear to come by, so that all is asked of each."""
    spots = [spot.name for spot in game.view.geometry.spots]
    assert len(set(spots)) == len(spots)

    @given(positions(game))
    def check(position):
        for promise in PROMISES:
            promise(position)

    check()


def _text_round_trips(position):
    assert Position.parse(position.game, position.text) == position
    assert "\n" not in position.text


def _moves_in_notation_lead_where_their_codes_lead(position):
    assert len(set(position.moves)) == len(position.codes) <= MAX_MOVES
    for move, code in zip(position.moves, position.codes, strict=True):
        assert position.play(move) == position.play(code)
        assert position.play(f" {move.upper()} ") == position.play(code)


def _a_move_fits_the_16_bits_that_transposition_tables_have_for_it(position):
    assert all(0 <= code <= LARGEST_MOVE < 1 << 16 for code in position.codes)


def _a_game_goes_on_exactly_while_there_are_moves(position):
    assert (position.result is None) == bool(position.codes)
    assert position.result is None or position.result.winner in (None, 0, 1)


def _every_move_is_reached_by_touching_spots(position):
    paths = list(position.touches)
    assert len(paths) == len(position.codes), "two moves share a path"
    assert all(set(path) <= _spots(position) for path in paths)
    for path in paths:
        for length in range(len(path)):
            assert path[length] in position.next_spots(path[:length])
            assert path[:length] not in position.touches, "a path goes on after a whole move"
        assert position.next_spots(path) == set()


def _boards_show_only_what_is_there(position):
    board = position.board()
    assert board.turn == position.turn
    assert set(board.pieces) <= _spots(position)
    assert all(piece.count > 0 for pieces in board.pieces.values() for piece in pieces)


def _spots(position):
    return {spot.name for spot in position.game.view.geometry.spots}


def _fast_paths_equal_the_defaults(position):
    """What a game gives for speed gives what the default would."""
    if position.codes:
        assert position.state.move_count() == len(position.codes)


def _urgent_moves_are_legal_ones(position):
    if position.codes:
        urgent = urgent_codes(position.state)
        assert len(set(urgent)) == len(urgent)
        assert set(urgent) <= set(position.codes)


def _progress_never_falls(position):
    for code in position.codes[:20]:
        after = position.state.play(code)
        assert after.progress() >= position.state.progress()
    assert position.state.progress() >= position.game.start.progress()


def _playing_changes_nothing_behind_it(position):
    text, key = position.text, position.state.key()
    for code in position.codes[:5]:
        position.play(code)
    assert (position.text, position.state.key()) == (text, key)


def _a_hand_is_always_told_what_to_do(position):
    for path in position.touches:
        for length in range(len(path)):
            told = position.game.view.phase(position.state, position.turn, path[:length])
            assert told
            assert "{" not in told


def _a_position_can_be_set_up_as_it_looks(position):
    if position.result is None:
        text = position.game.view.compose(position.board())
        assert Position.parse(position.game, text).board() == position.board()


def _another_lead_changes_nothing_else(position):
    state = position.state
    assert state.with_lead(state.lead()) == state
    for lead in (-4, 3, 8):
        other = state.with_lead(lead)
        assert other == state or other.lead() == lead
        assert other.with_lead(state.lead()) == state


PROMISES = [
    _text_round_trips,
    _moves_in_notation_lead_where_their_codes_lead,
    _a_move_fits_the_16_bits_that_transposition_tables_have_for_it,
    _a_game_goes_on_exactly_while_there_are_moves,
    _every_move_is_reached_by_touching_spots,
    _boards_show_only_what_is_there,
    _fast_paths_equal_the_defaults,
    _urgent_moves_are_legal_ones,
    _progress_never_falls,
    _playing_changes_nothing_behind_it,
    _a_hand_is_always_told_what_to_do,
    _a_position_can_be_set_up_as_it_looks,
    _another_lead_changes_nothing_else,
]


def test_symmetries_commute_with_moves(game):
    @given(positions(game), st.integers(0, game.start.SYMMETRIES - 1))
    def check(position, symmetry):
        state = position.state
        image = state.image(symmetry)
        assert image.outcome() == state.outcome()
        assert (image == state) or symmetry != 0
        if position.codes:
            images = [int(state.move_image(code, symmetry)) for code in position.codes]
            assert sorted(images) == sorted(Position(game, image, position.turn).codes)
            for code, move_image in zip(position.codes, images, strict=True):
                assert state.play(code).image(symmetry) == image.play(move_image)

    check()


def test_symmetries_are_different(game):
    """Some position looks different through each of them, or one is there for nothing."""
    position, images = Position.start(game), set()
    for ply in range(60):
        if not position.codes or len(images) == game.start.SYMMETRIES:
            break
        position = position.play(position.codes[(5 * ply + 3) % len(position.codes)])
        seen = {position.state.image(symmetry) for symmetry in range(game.start.SYMMETRIES)}
        images = max(images, seen, key=len)
    assert len(images) == game.start.SYMMETRIES


@pytest.mark.families
def test_no_rule_allocates(game):
    state = typeof(game.start)
    arguments = {
        "moves": (types.CPointer(types.int64),),
        "play": (types.int64,),
        "image": (types.int64,),
        "move_image": (types.int64, types.int64),
    }
    for name in RULES:
        rule = njit(getattr(type(game.start), name).py_func)
        rule.compile((state, *arguments.get(name, ())))
        (code,) = rule.inspect_llvm().values()
        assert "NRT_MemInfo_alloc" not in code, name
        assert "NRT_Allocate" not in code, name


def test_states_are_uniform_tuples_of_integers(game):
    kind = typeof(game.start)
    assert isinstance(kind, NAMED_TUPLES)
    assert set(kind.types) == {types.int64}


def test_titles_and_rules_are_there(game):
    assert game.title
    assert len(game.rules) > 40
    assert palamedes.start(game.id).text


def test_every_variant_has_a_title_of_its_own():
    assert len({game.title for game in ALL_GAMES}) == len(ALL_GAMES)
    assert find_game("nim:2,7,misere").title == "Nim 2-7 (misère)"


def test_zones_are_of_spots(game):
    names = {spot.name for spot in game.view.geometry.spots}
    for zone in game.view.geometry.zones:
        assert zone.title
        assert zone.spots
        assert zone.spots <= names
