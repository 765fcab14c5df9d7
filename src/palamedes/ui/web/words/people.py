"""Texts of accounts, histories, ratings."""

from palamedes.core.language import N_

WORDS: tuple[str, ...] = (
    # rated.js
    N_("Rated: no hints, no takebacks; against the computer, the first player is drawn at random"),
    N_("This game is rated."),
    N_("This game does not count for the ratings."),
    N_("This game does not count for the ratings: it ended before both players had moved."),
    N_("{name}: {rating}"),
    # ranking.js
    N_(
        "Ratings come from rated games (Glicko-2). Players are listed after about ten "
        "games, once their rating is reliable enough. The computer's levels have fixed "
        "ratings, measured in a tournament between them."
    ),
    N_("Your rank: {place} of {people}"),
    N_("You are not ranked yet: play rated games."),
    N_("Create an account to play rated games and enter the ranking."),
    N_("Rank"),
    N_("Name"),
    N_("Rating"),
    N_("Games"),
    N_("computer"),
    # you/account.js
    N_("Log in"),
    N_("Password"),
    N_(
        "Name: 2 to 30 characters. Password: at least 8 characters. Lost passwords cannot "
        "be recovered."
    ),
    N_("Create account"),
    N_(
        "You are playing without an account: your games and progress are only available in "
        "this browser."
    ),
    N_("Why create an account?"),
    N_(
        "Your games and progress on all your devices, including what you have done in this browser."
    ),
    N_("Rated games against the computer and other players, and a place in the ranking."),
    N_("You only need a name and a password, and you can delete everything at any time."),
    N_("Change password"),
    N_("Log out"),
    N_("Current password"),
    N_("New password"),
    N_("You will be logged out everywhere else."),
    # you/history.js
    N_("Newer"),
    N_("Older"),
    N_("No games yet."),
    N_("page {page} of {pages}"),
    N_("games: {number}"),
    N_("all games"),
    N_("rated"),
    N_("View the review"),
    N_("View the game"),
    N_("in progress"),
    N_("a draw"),
    N_("player {number} won"),
    N_("you won"),
    N_("you lost"),
    # you/leaving.js
    N_("Your data"),
    N_(
        "Everything this server stores about you can be downloaded as one file, or "
        "deleted. Games with other players stay available to them, without your name."
    ),
    N_("Export everything"),
    N_("Delete everything"),
    N_("Delete all your games and progress? This cannot be undone."),
    N_("Delete your account, games and progress? This cannot be undone."),
    # you/logins.js
    N_("Session ended."),
    N_("End all other sessions"),
    N_("Active sessions"),
    N_("Sessions expire after 90 days."),
    N_("unknown browser"),
    N_("since {time}"),
    N_("this browser"),
    N_("End tournament"),
    # you/ratings.js
    N_("Play a rated game or solve puzzles to get a rating."),
    N_("Solve puzzles, or create an account and play rated games, to get a rating."),
    N_("Ratings"),
    N_("margin of error"),
    N_("results counted: {number}"),
    N_("between {low} and {high}, now {now}"),
    # you/statistics.js
    N_("Statistics"),
    N_("No statistics yet: finish a game first."),
    N_("Playing first"),
    N_("Playing second"),
    N_("Total"),
    N_("{won} won, {drawn} drawn, {lost} lost"),
)
