"""Games between players: single games, tournaments, ratings, the referee, UGI, bots."""
