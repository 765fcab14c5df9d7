"""Chapters and challenges as JSON, in the visitor's language."""

from collections.abc import Collection

from palamedes.campaign import Chapter, GameChallenge, Opponent, PuzzleChallenge
from palamedes.campaign.challenge import Challenge
from palamedes.campaign.progress import is_chapter_complete
from palamedes.core.game import Game
from palamedes.core.language import N_, _, ngettext
from palamedes.games import find_game
from palamedes.ui.texts.games import level_name, step_title
from palamedes.ui.web.features.puzzles.sets import find_set
from palamedes.ui.web.live.documents import Document

STYLES = {
    "aggressive": N_("aggressive"),
    "defensive": N_("defensive"),
    "unpredictable": N_("unpredictable"),
}
TASKS = {  # by goal, and by the side of the person
    ("win", 0): N_("Beat {opponent} at {game}. You play first."),
    ("win", 1): N_("Beat {opponent} at {game}. {opponent} plays first."),
    ("hold", 0): N_("Don't lose to {opponent} at {game}. You play first."),
    ("hold", 1): N_("Don't lose to {opponent} at {game}. {opponent} plays first."),
}
HELP = {  # by whether hints and takebacks are allowed
    (True, True): N_("Hints and takebacks are allowed."),
    (True, False): N_("Hints are allowed, takebacks are not."),
    (False, True): N_("Takebacks are allowed, hints are not."),
    (False, False): N_("No hints, no takebacks."),
}


def chapter_document(
    chapter: Chapter, is_open: bool, completed: Collection[str], solved: Collection[str]
) -> Document:
    """A chapter; the story is left out until the chapter is open."""
    opponent = chapter.opponent
    challenges = chapter.challenges
    return {
        "id": chapter.id,
        "title": _(chapter.title),
        "open": is_open,
        "done": is_open and is_chapter_complete(chapter, completed),
        "met": sum(challenge.id in completed for challenge in challenges),
        "needed": chapter.needed,
        "story": _(chapter.story) if is_open else "",
        "opponent": {
            "name": _(opponent.name),
            "character": _(opponent.character),
            "style": _(STYLES[opponent.style]),
            "look": list(opponent.look),
        },
        "challenges": [
            challenge_document(challenge, chapter, is_open, completed, solved)
            for challenge in challenges
        ],
    }


def challenge_document(
    challenge: Challenge,
    chapter: Chapter,
    is_open: bool,
    completed: Collection[str],
    solved: Collection[str],
) -> Document:
    document = {
        "id": challenge.id,
        "met": challenge.id in completed,
        "open": is_open,
        "puzzles": [],
        "next": "",
    }
    if isinstance(challenge, PuzzleChallenge):
        return {**document, "kind": "puzzles", **_puzzle_challenge(challenge, solved)}
    return {**document, "kind": "game", **_game_challenge(challenge, chapter)}


def _puzzle_challenge(challenge: PuzzleChallenge, solved: Collection[str]) -> Document:
    puzzles, count = find_set(challenge.game), len(challenge.puzzles)
    numbers = {puzzle.id: puzzles.puzzles.index(puzzle) + 1 for puzzle in challenge.puzzles}
    rows = [{"number": number, "solved": key in solved} for key, number in numbers.items()]
    next_number = next((row["number"] for row in rows if not row["solved"]), rows[0]["number"])
    text = ngettext("Solve a {game} puzzle.", "Solve {count} {game} puzzles.", count)
    return {
        "text": text.format(game=_(puzzles.title), count=count),
        "note": _grades(challenge),
        "puzzles": rows,
        "next": f"/puzzles/{challenge.game}?step={challenge.id}#{next_number}",
    }


def _grades(challenge: PuzzleChallenge) -> str:
    if challenge.least == challenge.most:
        return _("Level {grade}").format(grade=challenge.least)
    text = _("Levels {least} to {most}")
    return text.format(least=challenge.least, most=challenge.most)


def _game_challenge(challenge: GameChallenge, chapter: Chapter) -> Document:
    game, opponent = find_game(challenge.game), chapter.opponent
    text = _(TASKS[challenge.goal, challenge.seat])
    return {
        "text": text.format(opponent=_(opponent.name), game=_(game.title)),
        "note": f"{_strength(opponent, game)} {_(HELP[challenge.hints, challenge.undo])}",
    }


def _strength(opponent: Opponent, game: Game) -> str:
    step, text = opponent.step(game), _("{opponent} plays at {step}: {title}.")
    title = step_title(game, step)
    return text.format(opponent=_(opponent.name), step=level_name(step.name), title=title)
