"""Ultimate tic-tac-toe: the lesson."""

from palamedes.core.board import Board, Region
from palamedes.core.effects import draws, lacks, wins
from palamedes.core.language import N_
from palamedes.core.lesson import Effect, Find, SmallGame, Step, WrongMove
from palamedes.core.position import Position

SMALL_WIN = "6o2/9/9/3xx4/9/9/9/1o7/9 X e5"
FREE_CHOICE = "xx7/7o1/9/3XXX3/3XXX3/3XXX3/9/1o7/9 X -"
SENDING = "9/7x1/9/3xo4/3oxo1o1/5o3/2xXXX3/3XXX3/oo1XXX3 X e5"
WIN = "XXXxx1XXX/XXX1o1XXX/XXX3XXX/3OOO3/3OOO3/3OOO3/9/1o5o1/9 X e8"
DRAW = "XXXOOOXXX/XXXOOOXXX/XXXOOOXXX/XXXOOOOOO/XXXOOOOOO/XXXOOOOOO/OOOoo4/OOO6/OOOxx4 X e2"
GAME = "XXXOOO3/XXXOOO1x1/XXXOOO3/3XXX3/o2XXX3/3XXX2o/1x7/9/8x X -"


def _lit(board: Board) -> list[Region]:
    return [region for region in board.regions if region.kind == "lit"]


def _boards_won(position: Position, player: int) -> int:
    return sum(
        region.kind == "won" and region.owner == player for region in position.board().regions
    )


def sends_to(centre: str) -> Effect:
    """The opponent must play in the board around this cell."""

    def effect(position: Position, move: str) -> bool:
        board = position.play(move).board()
        cell = next(spot for spot in board.geometry.spots if spot.name == centre)
        lit = _lit(board)
        return len(lit) == 1 and lit[0].covers(cell)

    return effect


def sends_anywhere(position: Position, move: str) -> bool:
    """The opponent may choose among several boards."""
    return len(_lit(position.play(move).board())) > 1


def wins_board(position: Position, move: str) -> bool:
    player = position.turn
    return _boards_won(position.play(move), player) > _boards_won(position, player)


def gives_nothing(position: Position, move: str) -> bool:
    """The opponent cannot win a small board with the next move."""
    after = position.play(move)
    return not any(wins_board(after, answer) for answer in after.moves)


LESSON = (
    Step(
        title=N_("Nine boards in one"),
        text=N_(
            "Nine small boards form a large one. Three of your marks in a line win a small board. "
            "Three small boards in a line win the game. The small board in the middle is marked."
        ),
        spots=("d4", "e4", "f4", "d5", "e5", "f5", "d6", "e6", "f6"),
    ),
    Step(
        title=N_("Your cell sends your opponent"),
        text=N_(
            "The cell you mark inside a small board names the board where your opponent must play "
            "next: a lower left cell sends to the lower left board. At the start you may play "
            "anywhere. Send your opponent to the upper right board."
        ),
        spots=("g9", "h9", "i9", "g8", "h8", "i8", "g7", "h7", "i7"),
        goal=(
            Find(
                accepted=("c3", "f3", "i3", "c6", "f6", "i6", "c9", "f9", "i9"),
                effect=sends_to("h8"),
                praise=N_("An upper right cell: now your opponent must play in that board."),
                wrong=(
                    WrongMove(
                        move="h8",
                        text=N_(
                            "That is the middle cell of that board: it sends to the middle board."
                        ),
                        effect=sends_to("e5"),
                    ),
                ),
                otherwise=N_("Not there. Mark the upper right cell of any small board."),
            ),
        ),
    ),
    Step(
        title=N_("Win a small board"),
        text=N_(
            "Your opponent marked a middle cell, so you must play in the middle board: it is "
            "highlighted. You have two marks in a line there. Win it."
        ),
        position=SMALL_WIN,
        spots=("d6", "e6"),
        goal=(
            Find(
                accepted=("f6",),
                effect=wins_board,
                praise=N_("The board is yours, and closed: nobody plays there any more."),
                wrong=(
                    WrongMove(
                        move="d4",
                        text=N_("Not a line yet: the top row of this board needs one more."),
                        effect=sends_to("b2"),
                    ),
                ),
                otherwise=N_("That does not win the board. Complete the line d6, e6."),
            ),
        ),
    ),
    Step(
        title=N_("Free choice"),
        text=N_(
            "Boards that are won or full are closed. Your opponent has just sent you to the middle "
            "board, which is closed: so you may play in any open board. Use it to win one."
        ),
        position=FREE_CHOICE,
        spots=("a9", "b9"),
        goal=(
            Find(
                accepted=("c9",),
                effect=wins_board,
                praise=N_("A free choice is worth a lot. Try not to give one away."),
                wrong=(
                    WrongMove(
                        move="b8",
                        text=N_(
                            "That sends your opponent to the closed board: free choice for them."
                        ),
                        effect=sends_anywhere,
                    ),
                ),
                otherwise=N_(
                    "You may, but it wins nothing. Where are two of your marks in a line?"
                ),
            ),
        ),
    ),
    Step(
        title=N_("A first trick: look where you send"),
        text=N_(
            "You must play in the middle board; three cells are empty. Your opponent needs only c1 "
            "to win the lower left board. Choose the cell that gives them nothing."
        ),
        position=SENDING,
        spots=("a1", "b1"),
        goal=(
            Find(
                accepted=("f6",),
                effect=gives_nothing,
                praise=N_("The upper right board holds nothing for them. And you blocked f6, too."),
                wrong=(
                    WrongMove(
                        move="d4",
                        text=N_("The lower left cell sends them to c1, and they win that board."),
                        effect=sends_to("b2"),
                    ),
                    WrongMove(
                        move="e4",
                        text=N_("The lower middle board is closed: they may choose, and take c1."),
                        effect=sends_anywhere,
                    ),
                ),
                otherwise=N_("That lets them win a board. Think where each cell sends them."),
            ),
        ),
    ),
    Step(
        title=N_("Win the game"),
        text=N_(
            "Two boards of the top row are yours. Win the third one between them, and you have "
            "three boards in a line: the game."
        ),
        position=WIN,
        spots=("b8", "h8"),
        goal=(
            Find(
                accepted=("f9",),
                effect=wins,
                praise=N_("Three boards in a line: you win the game!"),
                wrong=(
                    WrongMove(
                        move="d7",
                        text=N_("That wins nothing yet, but f9 wins at once."),
                        effect=lacks(wins),
                    ),
                ),
                otherwise=N_("The game goes on. Two of your marks are in the top row: d9 and e9."),
            ),
        ),
    ),
    Step(
        title=N_("When it is a draw"),
        text=N_(
            "As soon as neither player can get three boards in a line any more, the game is a "
            "draw, even if boards are still open. You cannot win here, but your opponent needs "
            "only this board for the middle column. Save the draw."
        ),
        position=DRAW,
        spots=("d1", "e1"),
        goal=(
            Find(
                accepted=("f1",),
                effect=draws,
                praise=N_("The board is yours, every line is blocked for both: a draw."),
                wrong=(
                    WrongMove(
                        move="f3",
                        text=N_("That blocks for now, but the board stays open. You can win it!"),
                        effect=lacks(draws),
                    ),
                ),
                otherwise=N_("The danger remains. Win this small board: d1, e1 and ...?"),
            ),
        ),
    ),
    Step(
        title=N_("Your first game"),
        text=N_(
            "Now the rest of a game against a gentle opponent. You own the upper left board and "
            "the middle one: the lower right board would win the game. Play on to the end."
        ),
        position=GAME,
        goal=SmallGame(
            won=N_("You win! You know all the rules now."),
            drawn=N_("A draw: nobody can get three boards in a line. You know all the rules now."),
            lost=N_("Your opponent got three boards in a line. Try again, or play a real game."),
        ),
    ),
)
