"""Texts of accounts, histories, ratings."""

from palamedes.core.language import N_

WORDS: tuple[str, ...] = (
    # rated.js
    N_("Rated: no hints, nothing is taken back; against an engine the lot says who begins"),
    N_("This game is rated."),
    N_("This game does not count."),
    N_("This game does not count: not both have made a move."),
    N_("{name}: {rating}"),
    # ranking.js
    N_(
        "Ratings follow from rated games (Glicko-2). People appear once theirs is known well "
        "enough, after about ten games. Engines have fixed ratings from a tournament among "
        "themselves."
    ),
    N_("Your place: {place} of {people}"),
    N_("You are not in this ranking yet: play rated games."),
    N_("Who has an account can play rated games and be in here."),
    N_("Place"),
    N_("Name"),
    N_("Rating"),
    N_("Games"),
    N_("engine"),
    # you/account.js
    N_("Log in"),
    N_("Password"),
    N_(
        "2 to 30 letters for the name, 8 or more for the password. There is no way to get a "
        "lost password back."
    ),
    N_("Create account"),
    N_("You play without an account: your games and progress are kept for this browser alone."),
    N_("What an account adds"),
    N_("Your games and progress on every device; what you have here comes along."),
    N_("Rated games against levels and people, and a place in the ranking."),
    N_("Nothing but a name and a password is asked for, and all can be deleted."),
    N_("Change password"),
    N_("Log out"),
    N_("Password until now"),
    N_("New password"),
    N_("You are logged out everywhere else."),
    # you/history.js
    N_("Newer"),
    N_("Older"),
    N_("You have not played yet."),
    N_("page {page} of {pages}"),
    N_("games: {number}"),
    N_("all games"),
    N_("rated"),
    N_("See the review"),
    N_("Show"),
    N_("in play"),
    N_("a draw"),
    N_("player {number} won"),
    N_("you won"),
    N_("you lost"),
    # you/leaving.js
    N_("Your data"),
    N_(
        "Everything that this server keeps about you can be taken away as one file, and "
        "deleted. Games with other people stay for them, without your name."
    ),
    N_("Export everything"),
    N_("Delete everything"),
    N_("Delete all your games and progress? This cannot be undone."),
    N_("Delete the account, all your games and progress? This cannot be undone."),
    # you/logins.js
    N_("The login is ended."),
    N_("End all others"),
    N_("Logins"),
    N_("A login ends by itself after 90 days."),
    N_("unknown browser"),
    N_("since {time}"),
    N_("this browser"),
    N_("End it"),
    # you/ratings.js
    N_("Play a rated game, or solve puzzles, and your rating appears here."),
    N_("Solve puzzles, or play rated games with an account, and your rating appears here."),
    N_("Ratings"),
    N_("how sure the rating is"),
    N_("counted: {number}"),
    N_("from {low} to {high}, now {now}"),
    # you/statistics.js
    N_("Statistics"),
    N_("Nothing is counted yet: finish a game."),
    N_("You first"),
    N_("You second"),
    N_("In all"),
    N_("{won} won, {drawn} drawn, {lost} lost"),
)
