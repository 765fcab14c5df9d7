"""What a board tells of the last move: how pieces went, what was completed, what is covered."""

from itertools import islice
from random import Random

from palamedes.core.board import Piece, transferred
from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import GAMES, find_game
from palamedes.ui.session.scene import board_at, board_during_move, partial_moves
from palamedes.ui.web.live.documents import touch_document

MOVES = 400  # of each game


def moves_of(name):
    """Positions of random games without end, each with a move."""
    game, random = find_game(name), Random(name)
    position = Position.start(game)
    while True:
        if not position.codes:
            position = Position.start(game)
        code = random.choice(position.codes)
        yield position, code
        position = position.play(code)


def counts(pieces):
    """The pieces on each spot, whatever their order."""
    return {spot: frozenset(stack) for spot, stack in pieces.items() if stack}


def test_transfers_lead_from_the_board_before_a_move_to_the_board_after_it():
    told = set()
    for family in GAMES:
        for position, code in islice(moves_of(family.name), MOVES):
            transfers = position.transfers(code)
            if not transfers:
                continue
            told.add(family.name)
            after = position.play(code).board()
            hidden = {
                spot.name
                for spot in after.geometry.spots
                if any(region.kind != "lit" and region.covers(spot) for region in after.regions)
            }
            found = counts(transferred(position.board().pieces, transfers))
            visible = {spot: stack for spot, stack in found.items() if spot not in hidden}
            assert visible == counts(after.pieces), (position, position.move_text(code))
    assert told == {"awale", "nim", "ultimate"}


def test_captured_seeds_are_those_that_the_counter_gains():
    captures = 0
    for position, code in islice(moves_of("awale"), MOVES):
        taken = sum(each.piece.count for each in position.transfers(code) if each.target is None)
        captures += taken > 0
        gain = [
            after.value - before.value
            for before, after in zip(
                position.board().counters, position.play(code).board().counters, strict=True
            )
        ]
        assert gain[position.turn] == taken
    assert captures > 40


def test_seeds_are_sown_one_after_the_other():
    position = Position.parse(find_game("awale"), "3(2R3T) 4(1B) 16(5B) 1 0-0")
    told = {move: position.transfers(position.move_code(move)) for move in ("3R", "3TB", "3TR")}
    assert [(each.origin, each.target) for each in told["3R"]][:2] == [("3", "4"), ("3", "5")]
    kinds = [(each.piece.kind, each.target) for each in told["3TR"]]
    clear = [("clear", spot) for spot in "456"]
    assert kinds[:5] == [*clear, ("red", "7"), ("red", "8")]
    assert [each.target for each in told["3TB"]][:3] == ["4", "6", "8"]


def test_a_preview_is_what_is_played():
    game = find_game("awale")
    position = Position.start(game)
    previews = touch_document(position)["transfers"]
    assert previews.keys() == set(position.moves)
    for move in position.moves:
        match = Match.of(game)
        match.play(move)
        played = board_at(match, 1).transfers
        assert previews[move] == [
            [each.piece.kind, each.piece.owner, each.piece.count, each.origin, each.target]
            for each in played
        ]
    assert touch_document(Position.start(find_game("teeko")))["transfers"] == {}
    assert touch_document(Position.start(find_game("ultimate")))["transfers"] == {}


def test_holes_have_owners_and_buttons_show_their_seeds():
    geometry = find_game("awale").view.geometry
    owners = {spot.name: spot.owner for spot in geometry.spots if spot.kind == "pit"}
    position = Position.start(find_game("awale"))
    for turn in (0, 1):
        own = {path[0] for path in position.touches}
        assert own == {name for name, owner in owners.items() if owner == turn}
        position = position.play(position.codes[0])
    faces = {spot.name: [piece.kind for piece in spot.face] for spot in geometry.spots if spot.face}
    assert faces == {"R": ["red"], "B": ["blue"], "TR": ["clear", "red"], "TB": ["clear", "blue"]}


def test_a_mill_is_marked_when_a_man_closes_it():
    closed = 0
    for position, code in islice(moves_of("morris"), 2 * MOVES):
        path = position.game.view.touches(position.state, code, position.turn)
        takes = "x" in position.move_text(code)
        formed = position.formed(code)
        assert bool(formed) == takes, position
        if takes:
            closed += 1
            men = position.play(code).board().owners()
            assert {men[spot] for spot in formed} == {position.turn}
            assert path[-2] in formed
            assert len(formed) in (3, 5)
            assert board_during_move(position.board(), position, path[:-1]).formed == formed
            begun = {partial.touched: partial.formed for partial in partial_moves(position)}
            assert begun[path[:-1]] == formed
    assert closed > 50


def test_the_marks_of_closed_boards_can_still_be_seen():
    """Also the mark that has closed a board, which no position remembers."""
    game = find_game("ultimate")
    for seed in range(2):
        match, random = Match.of(game), Random(seed)
        marks = {}
        while match.result is None:
            code = random.choice(match.position.codes)
            marks[match.position.move_text(code)] = (Piece("mark", match.position.turn),)
            match.play(code)
            board = board_at(match, len(match.turns))
            assert {**board.pieces, **board.covered} == marks
            assert not board.pieces.keys() & board.covered.keys()
            assert board.transfers[0].target == board.last[0]
        assert board.covered


def test_a_board_at_the_start_of_a_match_tells_of_no_move():
    for family in GAMES:
        board = board_at(Match.of(family.make("")), 0)
        assert (board.last, board.transfers, board.formed, board.covered) == ((), (), (), {})
