"""Texts of playing and analysing, and of what all pages share."""

from palamedes.core.language import N_

WORDS = (
    # about.js
    N_("About"),
    N_(
        "Palamedes plays, analyses and solves classic board games. It is free software: "
        "everything runs on the machine that shows you this page, and nothing is sent "
        "anywhere else."
    ),
    N_("To move"),
    N_(
        "Click a spot, or drag a piece. The spots that can be touched next are marked. "
        "Everything works with the keyboard, too."
    ),
    N_("Keys"),
    N_("to the board, and from there to the buttons"),
    N_("on the board: from spot to spot; elsewhere: through the moves"),
    N_("touch a spot"),
    N_("let a piece go"),
    N_("Truth and estimates"),
    N_(
        "Where a game is solved, values are the truth: win, draw or loss, and in how many "
        "moves. Elsewhere they are estimates of an engine, in percent."
    ),
    N_("For programs"),
    N_("Other programs can play here too: "),
    N_("Home"),
    N_("End"),
    N_("to the first and to the last move"),
    N_("on the analysis board: to other moves tried in the same position"),
    N_("Enter"),
    N_("Esc"),
    N_(
        "On the analysis board every move has a colour: green wins, brown draws, red loses for "
        "the player to move. The number in it is the moves until the end, or the chances in "
        "percent where that is not known. The bar beside the board shows the chances of player 1."
    ),
    N_("Hints and lessons"),
    N_(
        "Against an engine, the first hint shows where to begin and the second one the move. "
        "After a game, a review marks the mistakes, and asks you for the better move if you like."
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
    N_("Ask to take back"),
    N_("Go on"),
    N_("Show the move"),
    N_("Give the game up?"),
    N_("Offer a draw?"),
    N_("To the rematch"),
    # analysis.js
    N_("Player {number}"),
    N_("Analysis"),
    N_("{player} to move: {phase}"),
    # lost.js
    N_("There is nothing here."),
    N_("To the games"),
    # header.js
    N_("Puzzles"),
    N_("Campaign"),
    N_("Laboratory"),
    N_("Tournaments"),
    N_("Ranking"),
    N_("You"),
    # board.js
    N_("Board"),
    # editor.js
    N_("Done"),
    N_("Set up a position"),
    N_("Clear the board"),
    N_("Cancel"),
    N_("take away"),
    N_("Piece"),
    N_("This can be a position."),
    N_("disc"),
    N_("mark"),
    N_("stick"),
    N_("red"),
    N_("blue"),
    N_("clear"),
    # engine.js
    N_("Best lines"),
    N_("Engine"),
    N_("Colour the moves"),
    N_("Evaluation"),
    N_("Looking at all moves…"),
    N_("{percent} %"),
    N_("{percent} % for {player}"),
    N_("The truth, from the tables"),
    N_("depth {depth}, {nodes} positions"),
    N_("Evaluation: {percent} % for player 1"),
    # forms.js
    N_("Close"),
    # game.js
    N_("Not connected: try again in a moment."),
    N_("To all games"),
    N_("There is no such game."),
    N_("Connecting…"),
    N_("The game is paused."),
    N_("You are watching this game."),
    # graph.js
    N_("What every position was worth to the first player"),
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
    N_("Light"),
    N_("as the system"),
    N_("light"),
    N_("dark"),
    N_("Sound"),
    N_("Animated moves"),
    N_("Show where one can move"),
    N_("Your name (others see it)"),
    # home.js
    N_("over"),
    N_("your turn"),
    N_("waiting"),
    N_("moves: {number}"),
    N_("Your games"),
    N_("Show all"),
    N_("What would you like to play?"),
    N_("Against an engine, a friend, or somebody beside you."),
    N_("The server cannot be reached."),
    # invite.js
    N_("Link for a friend"),
    N_("Copy"),
    N_("Copied"),
    N_("Send this link to the one you want to play with:"),
    N_("A seat is free."),
    N_("{player} would like to play {game} with you."),
    N_("You begin."),
    N_("The other player begins."),
    N_("Clock: {time}."),
    N_("Sit down as player {number}"),
    N_("Sit down"),
    # labels.js
    N_("hole {spot}: {content}"),
    N_("selected"),
    N_("can be touched"),
    N_("empty"),
    N_("{thing} of {name}"),
    # learn.js
    N_("That was the last one. Well done!"),
    N_("{number} {move} was not the best move. Find a better one!"),
    N_("Right: {move} is better."),
    N_("{move} is not better. Try again!"),
    N_("{number} of {total}"),
    N_("Show it"),
    N_("A better move is {move}."),
    N_("Next"),
    N_("Skip"),
    N_("Stop"),
    # moves.js
    N_("Moves"),
    # net.js
    N_("The server could not do that."),
    # newgame.js
    N_("New game"),
    N_("the computer"),
    N_("a friend, by a link"),
    N_("two people at this screen"),
    N_("Opponent"),
    N_("standard"),
    N_("Variant"),
    N_("none"),
    N_("first"),
    N_("second"),
    N_("by chance"),
    N_("Level"),
    N_("Handicap: random moves of the computer"),
    N_("You play"),
    N_("no clock"),
    N_("Clock"),
    # noise.js
    N_("{player} plays {move}."),
    # offer.js
    N_("You have offered a draw."),
    N_("You have asked to take a move back."),
    N_("You have asked for another game."),
    N_("{player} offers a draw."),
    N_("{player} would like to take a move back."),
    N_("{player} would like to play again."),
    N_("Agree"),
    N_("Decline"),
    # players.js
    N_("{title}: {value}"),
    N_("is here"),
    N_("has left"),
    N_("{minutes} min + {seconds} s"),
    N_("you"),
    N_("nobody sits here yet"),
    N_("is thinking"),
    # review.js
    N_("Looking at the moves"),
    N_("There is no mistake to learn from."),
    N_("Learn from your mistakes"),
    # tools.js
    N_("Game"),
    N_("Position as text"),
    N_("Set"),
    N_("Remove this move and all after it"),
    N_("Edit"),
    N_("Play from here"),
    N_("Copy the link"),
    N_("Open a record"),
    N_("Open"),
    N_("This file is too large for a record."),
    N_("This file is no record of a game."),
    N_("Copy the address of this page: it names the position."),
    # tree.js
    N_("Make a move on the board."),
    # walk.js
    N_("To the start"),
    N_("One move back"),
    N_("One move on"),
    N_("To the last move"),
)
