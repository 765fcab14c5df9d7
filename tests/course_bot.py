"""Bots of the coloured awalé's course: `python course_bot.py MANNER SIDE`. By their manners:

never         says nothing of the end of a game
second line   says the move that ends it, and RESULT on a line after that
late          says the move that ends it, and RESULT instead of an answer to whatever comes then
proper        says RESULT as it should
wrong         makes a move of the other side
"""

import sys

from palamedes import start


def main(manner: str, side: str) -> None:
    position, owed = start("awale"), ""
    for line in sys.stdin:
        text = line.strip()
        if text == "END":
            return
        if text != "START" and position.result is None:
            position = position.play(text)
        if owed or position.result is not None:
            answer(owed)
            owed = ""
            continue
        move = position.moves[len(text) % len(position.moves)]
        if manner == "wrong":
            move = "1R" if side == "Joueur2" else "2R"
            answer(move)
            continue
        position = position.play(move)
        if position.result is None:
            answer(move)
        else:
            first, second = (counter.value for counter in position.board().counters)
            result = f"RESULT {move} {first} {second}"
            answer(*{"proper": [result], "second line": [move, result]}.get(manner, [move]))
            owed = result if manner == "late" else ""


def answer(*lines: str) -> None:
    for line in filter(None, lines):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
