"""Texts of playing and analysing, and of what all pages share."""

from palamedes.core.language import N_

WORDS = (
    # about.js
    N_("About"),
    N_(
        "Play, analyse and solve classic board games with Palamedes. It is free software: "
        "everything runs on the computer that serves this page, and nothing is sent "
        "anywhere else."
    ),
    N_("To move"),
    N_(
        "Click a square or drag a piece. The squares you can choose next are highlighted. "
        "Everything also works with the keyboard."
    ),
    N_("Keyboard shortcuts"),
    N_("go to the board, then to the buttons"),
    N_("on the board: move between squares; elsewhere: step through the moves"),
    N_("choose a square"),
    N_("cancel the selection"),
    N_("Exact values and estimates"),
    N_(
        "If a game is solved, values are exact: win, draw or loss, and in how many moves. "
        "Otherwise, the computer estimates the winning chances, in percent."
    ),
    N_("For developers"),
    N_("Other programs can play here too, using this API: "),
    N_("Home"),
    N_("End"),
    N_("go to the start or to the last move"),
    N_("on the analysis board: switch between variations"),
    N_("Enter"),
    N_("Esc"),
    N_(
        "On the analysis board, every move is coloured by its value for the player to "
        "move: green wins, brown draws, red loses. The number is how many moves are left "
        "until the end or, if that is not known, the winning chances in percent. The bar "
        "beside the board shows player 1's winning chances."
    ),
    N_("Hints and lessons"),
    N_(
        "Against the computer, the first hint shows where to look, the second one shows "
        "the move. After a game, the review marks your mistakes and lets you look for "
        "better moves."
    ),
    N_("Version {version}, MIT licence."),
    # actions.js
    N_("Undo"),
    N_("Hint"),
    N_("Offer a draw"),
    N_("Resign"),
    N_("Pause"),
    N_("Move now"),
    N_("Rematch"),
    N_("Review the game"),
    N_("Analyse"),
    N_("Save"),
    N_("Rules"),
    N_("Actions"),
    N_("Request a takeback"),
    N_("Resume"),
    N_("Show the move"),
    N_("Resign this game?"),
    N_("Offer a draw?"),
    N_("Go to the rematch"),
    # analysis.js
    N_("Player {number}"),
    N_("Analysis"),
    N_("{player} to move: {phase}"),
    # lost.js
    N_("Page not found"),
    N_("Back to the games"),
    # header.js
    N_("Puzzles"),
    N_("Campaign"),
    N_("Laboratory"),
    N_("Tournaments"),
    N_("Ranking"),
    N_("Profile"),
    # board.js
    N_("Board"),
    # editor.js
    N_("Done"),
    N_("Set up a position"),
    N_("Clear the board"),
    N_("Cancel"),
    N_("remove"),
    N_("Piece"),
    N_("Valid position."),
    N_("piece"),
    N_("mark"),
    N_("matchstick"),
    N_("red"),
    N_("blue"),
    N_("clear"),
    # engine.js
    N_("Best lines"),
    N_("Engine"),
    N_("Colour the moves"),
    N_("Evaluation"),
    N_("Evaluating all moves…"),
    N_("{percent}%"),
    N_("{percent} % for {player}"),
    N_("Exact value, from the tables"),
    N_("depth {depth}, {nodes} positions"),
    N_("Evaluation: {percent} % for player 1"),
    # forms.js
    N_("Close"),
    # game.js
    N_("Not connected. Try again in a moment."),
    N_("Back to the games"),
    N_("Game not found."),
    N_("Connecting…"),
    N_("The game is paused."),
    N_("You are watching this game."),
    # graph.js
    N_("Player 1's winning chances after each move"),
    # header.js
    N_("Pages"),
    N_("Play"),
    N_("Settings"),
    N_("Walnut"),
    N_("Slate"),
    N_("Sea"),
    N_("Blue and orange (for colour-blind players)"),
    N_("Language"),
    N_("Colours"),
    N_("Theme"),
    N_("system"),
    N_("light"),
    N_("dark"),
    N_("Sound"),
    N_("Animate moves"),
    N_("Highlight legal moves"),
    N_("Your name (visible to other players)"),
    # home.js
    N_("over"),
    N_("your turn"),
    N_("waiting"),
    N_("moves: {number}"),
    N_("Your games"),
    N_("Show all"),
    N_("What would you like to play?"),
    N_("Play against the computer, a friend online, or someone next to you."),
    N_("The server cannot be reached."),
    # invite.js
    N_("Link for a friend"),
    N_("Copy"),
    N_("Copied"),
    N_("Send this link to your friend:"),
    N_("This game is waiting for players."),
    N_("{player} invites you to play {game}."),
    N_("You play first."),
    N_("Your opponent plays first."),
    N_("Clock: {time}."),
    N_("Join as player {number}"),
    N_("Join the game"),
    # labels.js
    N_("hole {spot}: {content}"),
    N_("selected"),
    N_("playable"),
    N_("empty"),
    N_("{thing} ({name})"),
    # learn.js
    N_("That was the last mistake. Well done!"),
    N_("{number} {move} was not the best move. Find a better one!"),
    N_("Correct: {move} is better."),
    N_("{move} is not better. Try again!"),
    N_("{number} of {total}"),
    N_("Show the answer"),
    N_("{move} was better."),
    N_("Next"),
    N_("Skip"),
    N_("Stop"),
    # moves.js
    N_("Moves"),
    # net.js
    N_("The server could not process the request."),
    # newgame.js
    N_("New game"),
    N_("the computer"),
    N_("a friend (send a link)"),
    N_("two players, one screen"),
    N_("Opponent"),
    N_("standard"),
    N_("Variant"),
    N_("none"),
    N_("first"),
    N_("second"),
    N_("random"),
    N_("Level"),
    N_("Handicap: how often the computer plays at random"),
    N_("You play"),
    N_("no clock"),
    N_("Clock"),
    # noise.js
    N_("{player} plays {move}."),
    # offer.js
    N_("Draw offer sent."),
    N_("Takeback request sent."),
    N_("Rematch offer sent."),
    N_("{player} offers a draw."),
    N_("{player} requests a takeback."),
    N_("{player} offers a rematch."),
    N_("Accept"),
    N_("Decline"),
    # players.js
    N_("{title}: {value}"),
    N_("online"),
    N_("offline"),
    N_("{minutes} min + {seconds} s"),
    N_("you"),
    N_("waiting for an opponent"),
    N_("is thinking"),
    # review.js
    N_("Reviewing the moves"),
    N_("No mistakes to learn from."),
    N_("Learn from your mistakes"),
    # tools.js
    N_("Game"),
    N_("Position as text"),
    N_("Load"),
    N_("Remove this move and all after it"),
    N_("Edit position"),
    N_("Play from here"),
    N_("Copy the link"),
    N_("Open a saved game"),
    N_("Open"),
    N_("This file is too large for a saved game."),
    N_("This file is not a saved game."),
    N_("Copy the address of this page: it contains the position."),
    # tree.js
    N_("Make a move on the board."),
    # walk.js
    N_("Go to the start"),
    N_("Previous move"),
    N_("Next move"),
    N_("Last move"),
)
