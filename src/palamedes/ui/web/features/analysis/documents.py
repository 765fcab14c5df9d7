"""The answers to questions about positions."""

from palamedes.core.match import Match
from palamedes.core.position import Position
from palamedes.games import find_game
from palamedes.search.analysis import Analysis, Variation
from palamedes.search.review import Review, worth_of
from palamedes.search.score import chance, score_text
from palamedes.ui.texts.games import player_name
from palamedes.ui.texts.reviews import judgement_sentence, statistics_rows
from palamedes.ui.web.live.documents import (
    board_document,
    evaluation_data,
    position_document,
)
from palamedes.ui.web.messages.analysis import (
    ComposedAnswer,
    ComposeQuestion,
    EngineAnswer,
    JudgedMove,
    MatchQuestion,
    PositionAnswer,
    ReviewAnswer,
    VariationData,
)
from palamedes.ui.web.messages.boards import parse_board

LONGEST_VARIATION = 12  # moves that are shown


def fresh_match(question: MatchQuestion) -> Match:
    """The match that a question is about, before its moves."""
    game, start = find_game(question.game), question.start
    position = Position.start(game) if start is None else Position.parse(game, start)
    return Match(position, game.history)


def composed_answer(question: ComposeQuestion) -> ComposedAnswer:
    """The position that was set up piece by piece; raises PalamedesError if it is not valid."""
    game = find_game(question.game)
    text = game.view.compose(parse_board(question.board, game.view.geometry))
    position = Position.parse(game, text)
    board = board_document(position.board())
    return ComposedAnswer.model_validate({"text": position.text, "board": board})


def position_answer(match: Match) -> PositionAnswer:
    return PositionAnswer.model_validate(position_document(match))


def engine_answer(match: Match, found: Analysis, done: bool) -> EngineAnswer:
    """What an engine has found so far, or at the end."""
    nobody = player_name(("", ""), 0), player_name(("", ""), 1)
    return EngineAnswer(
        done=done,
        depth=found.depth,
        nodes=found.nodes,
        worth=evaluation_data(worth_of(match, found), nobody),
        lines=[variation_data(match, variation) for variation in found.lines],
    )


def variation_data(match: Match, variation: Variation) -> VariationData:
    return VariationData(
        move=variation.move,
        score=variation.score,
        true=variation.is_true,
        text=score_text(variation.score, variation.is_true),
        chance=round(chance(variation.score, match.game.scale), 4),
        moves=list(variation.moves[:LONGEST_VARIATION]),
    )


def review_answer(match: Match, found: Review) -> ReviewAnswer:
    return ReviewAnswer(
        chances=[round(worth.chance, 4) for worth in found.worths],
        moves=[
            JudgedMove(
                ply=each.ply,
                move=each.move,
                best=each.best,
                cost=round(each.cost, 4),
                fault=each.fault,
                turning=each.is_turning_point,
                text=judgement_sentence(match, each) if each.fault else "",
            )
            for each in found.judgements
        ],
        accuracy=(found.accuracy(0), found.accuracy(1)),
        rows=statistics_rows(match, found),
    )
