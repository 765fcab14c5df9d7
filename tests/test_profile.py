"""The local profile: what the adaptive opponent learns of the person at this machine."""

import json

import pytest
from filelock import FileLock

from palamedes.core.glicko import Glicko
from palamedes.core.match import Match
from palamedes.core.record import load_record, save_record
from palamedes.games import find_game
from palamedes.players.adaptive import newcomer
from palamedes.ui.session import Autosave, Seat, Session, profile, take_seat, unfinished
from palamedes.ui.session.adaptive_end import AdaptiveEnds
from palamedes.ui.settings import load_settings
from palamedes.ui.terminal import menu, play
from sitting import Puppet
from talk import TEEKO_WIN, talk

TEEKO = find_game("teeko")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PALAMEDES_DATA", str(tmp_path))


@pytest.fixture(name="file")
def file_fixture(tmp_path):
    return tmp_path / "profile.json"


def seats(spec="adaptive:rating=1500"):
    """A person against an adaptive player that makes no move by itself."""
    return Seat(), Seat(spec, player=Puppet())


def won(game=TEEKO, moves=TEEKO_WIN):
    match = Match.of(game)
    for move in moves:
        match.play(move)
    return match


def test_nothing_is_known_of_a_new_person(file):
    assert profile.known(TEEKO) == profile.Known(newcomer(TEEKO), 0)
    assert profile.set_aside_if_damaged() == ""
    assert not file.exists()


def test_what_is_noted_is_known_of_this_game_alone():
    profile.note(TEEKO, Glicko(1234.5, 200.0))
    profile.note(TEEKO, Glicko(1250.0, 180.0))
    assert profile.known(TEEKO) == profile.Known(Glicko(1250.0, 180.0), 2)
    advanced = find_game("teeko:advanced")
    assert profile.known(advanced).rating == newcomer(advanced)
    assert take_seat(TEEKO, "adaptive").spec == "adaptive:rating=1250"
    assert take_seat(TEEKO, "adaptive:style=defensive").spec.startswith(
        "adaptive:rating=1250,style"
    )
    assert take_seat(TEEKO, "adaptive:rating=1800").spec == "adaptive:rating=1800"
    profile.forget()
    profile.forget()
    assert profile.known(TEEKO).games == 0


def test_a_rating_beyond_all_players_still_has_an_opponent():
    for rating in (-300.0, 9000.0):
        profile.note(TEEKO, Glicko(rating))
        assert take_seat(TEEKO, "adaptive").player is not None


def test_the_next_game_begins_with_what_is_known_then():
    for spec in ("adaptive", "adaptive:rating=1480", "Adaptive:rating=1480"):
        assert profile.without_rating(spec) == "adaptive"
    assert profile.without_rating("adaptive:style=x,rating=3") == "adaptive:style=x"
    assert profile.without_rating("step4:style=x") == "step4:style=x"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"format": "palamedes-profile", "version": 0, "games": {}}',
        '{"format": "palamedes-profile", "version": "2", "games": {}}',
        '{"format": "other", "version": 2, "games": {}}',
        '{"format": "palamedes-profile", "version": 1, "games": {"teeko": {"rating": 1}}}',
        '{"format": "palamedes-profile", "version": 1, "games": []}',
    ],
)
def test_a_damaged_file_is_set_aside_with_one_line(file, text):
    file.write_text(text)
    assert profile.known(TEEKO).rating == newcomer(TEEKO)
    said = profile.set_aside_if_damaged()
    assert said == f"{file} is damaged: the adaptive opponent starts over with you."
    assert profile.set_aside_if_damaged() == ""
    assert file.with_suffix(".damaged").read_text() == text


@pytest.mark.parametrize("number", ["NaN", "1e999", "-1e5", '"x"', "null"])
def test_no_number_of_the_file_is_trusted(file, number):
    profile.note(TEEKO, Glicko(1234.0))
    file.write_text(file.read_text().replace("1234.0", number))
    assert profile.known(TEEKO).rating == newcomer(TEEKO)


@pytest.mark.parametrize(
    ("old", "new"),
    [('"games": 1', '"games": Infinity'), ("0.06", "1e-300"), ("0.06", "9999"), ("350.0", "9000")],
)
def test_ratings_that_cannot_be_are_not_trusted(file, old, new):
    profile.note(TEEKO, Glicko())
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    assert profile.known(TEEKO).rating == newcomer(TEEKO)


def test_a_file_that_cannot_be_read_is_not_written_over(file):
    file.mkdir()
    assert profile.known(TEEKO).rating == newcomer(TEEKO)
    assert "\n" not in profile.set_aside_if_damaged()
    with pytest.raises(OSError, match="directory"):
        profile.note(TEEKO, Glicko())
    assert file.is_dir()


def test_a_file_of_a_newer_version_is_left_alone(file):
    text = '{"format": "palamedes-profile", "version": 2, "people": []}'
    file.write_text(text)
    newer = f"{file} was written by a newer version of Palamedes"
    assert profile.known(TEEKO).rating == newcomer(TEEKO)
    assert profile.set_aside_if_damaged() == f"{newer}: your results are not saved."
    match, ends = won(moves=TEEKO_WIN[:4]), AdaptiveEnds()
    ends.sentence(match, seats())
    match.end(1, "resignation")
    said = ends.sentence(match, seats())
    assert said.startswith("It played ")
    assert said.endswith(f"Your result could not be saved: {newer}.")
    assert file.read_text() == text
    assert not file.with_suffix(".damaged").exists()


def test_a_profile_that_another_program_holds_is_said(file, monkeypatch):
    monkeypatch.setattr(profile, "PATIENCE", 0.01)
    match, ends = won(moves=TEEKO_WIN[:4]), AdaptiveEnds()
    ends.sentence(match, seats())
    match.end(1, "resignation")
    with FileLock(f"{file}.lock"):
        said = ends.sentence(match, seats())
    assert said.endswith(f"Your result could not be saved: {file}: in use by another program.")


def test_a_game_counts_once_with_its_first_result():
    match, ends = won(moves=TEEKO_WIN[:-1]), AdaptiveEnds()
    session = Session(match, seats())
    assert ends.sentence(match, session.seats) == ""
    session.move(TEEKO_WIN[-1])
    said = ends.sentence(match, session.seats)
    assert said.startswith("It played ")
    known = profile.known(TEEKO)
    assert known.games == 1
    assert known.rating.rating > newcomer(TEEKO).rating
    session.undo()
    assert ends.sentence(match, session.seats) == ""
    session.resign()
    assert ends.sentence(match, session.seats).startswith("It played ")
    assert profile.known(TEEKO) == known
    session.close()


def test_it_does_not_count_again_after_it_was_left_and_resumed():
    match = won(moves=TEEKO_WIN[:-1])
    session = Session(match, seats(), autosave=Autosave())
    session.move(TEEKO_WIN[-1])
    session.undo()
    session.close(keep=True)
    (left,) = unfinished()
    assert not left.match.counts
    ends = AdaptiveEnds()
    ends.sentence(left.match, seats())
    left.match.end(0, "resignation")
    assert ends.sentence(left.match, seats()).startswith("It played ")
    assert profile.known(TEEKO).games == 0


@pytest.mark.parametrize(("winner", "rises"), [(0, True), (1, False)])
def test_the_profile_follows_the_result(winner, rises):
    profile.note(TEEKO, Glicko(1500.0, 200.0))
    match, ends = won(moves=TEEKO_WIN[:4]), AdaptiveEnds()
    ends.sentence(match, seats())
    match.end(winner, "resignation")
    ends.sentence(match, seats())
    assert (profile.known(TEEKO).rating.rating > 1500) is rises
    assert profile.known(TEEKO).rating.deviation < 200


def test_what_says_nothing_of_a_person_does_not_count(tmp_path):
    def ended(match, players=seats(), reason="resignation"):  # noqa: B008 - shared on purpose
        ends = AdaptiveEnds()
        ends.sentence(match, players)
        match.end(0, reason)
        return ends.sentence(match, players)

    assert ended(won(moves=TEEKO_WIN[:4]), reason="crash").startswith("It played ")
    assert ended(won(moves=[])) == ""  # it has made no move
    assert ended(won(moves=TEEKO_WIN[:4]), (Seat(), Seat())) == ""
    assert ended(won(moves=TEEKO_WIN[:4]), seats("step4")) == ""
    elsewhere = Match(won(moves=TEEKO_WIN[:2]).position, TEEKO.history)
    elsewhere.play("c3")
    elsewhere.play("d3")
    assert ended(elsewhere).startswith("It played ")
    over = won()
    assert AdaptiveEnds().sentence(over, seats()).startswith("It played ")  # it was opened so
    save_record(over, tmp_path / "game.json")
    AdaptiveEnds().sentence(load_record(tmp_path / "game.json", find_game), seats())
    assert profile.known(TEEKO).games == 0


def test_a_game_with_sides_swapped_does_not_count():
    match, ends = won(moves=TEEKO_WIN[:4]), AdaptiveEnds()
    session = Session(match, seats())
    ends.sentence(match, session.seats)
    session.reseat(session.seats[::-1])
    session.resign()
    ends.sentence(match, session.seats)
    assert profile.known(TEEKO).games == 0
    session.close()


def test_a_result_that_cannot_be_kept_is_said(monkeypatch):
    def fail(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("palamedes.ui.session.profile.write_atomically", fail)
    match, ends = won(moves=TEEKO_WIN[:4]), AdaptiveEnds()
    ends.sentence(match, seats())
    match.end(0, "resignation")
    said = ends.sentence(match, seats())
    assert said.endswith("Your result could not be saved: No space left on device.")


# At the terminal


def test_the_menu_offers_the_adaptive_opponent_first_and_it_says_how_strong_it_played(file):
    game = ["1", "6", "3,4", "1", "", "1-1", "resign", "y"]  # nim; you start; Enter for adaptive
    told = talk(menu, [*game, "again", "y", *game[-3:], "quit", "y", "9"], at_terminal=True)[0]
    assert "  1. adaptive. Finds your level" in told
    assert "(Enter for adaptive): " in told
    assert load_settings().second == "adaptive"
    assert told.count("It played ") == 2
    (entry,) = json.loads(file.read_text())["games"].values()
    assert entry["games"] == 2


def test_again_begins_with_what_the_last_game_has_told(file):
    nim = find_game("nim:3,4")
    players = (Seat(), take_seat(nim, "adaptive:rating=1500"))
    match = Match.of(nim)
    lines = ["1-1", "resign", "y", "again", "y", "1-1", f"save {file.parent}/game.json", "quit"]
    talk(lambda console: play(match, console, seats=players), lines, at_terminal=True)
    rating = profile.known(nim).rating.rating
    assert rating < newcomer(nim).rating
    record = load_record(file.parent / "game.json", find_game)
    assert record.players == ("", f"adaptive:rating={rating:.0f}")


def test_scripts_teach_nothing(file):
    nim = find_game("nim:3,4")
    players = (Seat(), take_seat(nim, "adaptive"))
    told, _none = talk(
        lambda console: play(Match.of(nim), console, seats=players), ["1-1", "resign", "quit"]
    )
    assert "It played " in told
    assert not file.exists()


def test_the_terminal_says_that_the_file_was_damaged(file):
    file.write_text("{")
    told, _none = talk(menu, ["1", "6", "3,4", "1", "adaptive", "quit", "9"])
    assert f"{file} is damaged: the adaptive opponent starts over with you." in told


def test_the_settings_forget_the_profile(file):
    profile.note(TEEKO, Glicko(1800.0))
    forget = ["8", "5"]
    talk(menu, [*forget, "n", "9"], at_terminal=True)
    assert file.exists()
    told, _none = talk(menu, [*forget, "y", "9"], at_terminal=True)
    assert "Forget your results against the adaptive opponent? (y/n) Forgotten." in told
    assert not file.exists()
