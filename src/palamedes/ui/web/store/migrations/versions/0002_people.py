"""People, ratings, puzzles, the campaign and tournaments."""

from datetime import datetime

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

TABLES = ("pairings", "entrants", "contests", "steps", "puzzle_tries", "ratings", "logins")


def upgrade() -> None:
    rated = sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("games", rated)
    op.add_column("games", sa.Column("step", sa.String(40), nullable=False, server_default=""))
    _create_people()
    _create_learning()
    _create_contests()


def _create_people() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("folded", sa.String(80), nullable=False, unique=True),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False, unique=True),
        _time("created"),
        sqlite_autoincrement=True,
    )
    account = sa.ForeignKey("accounts.id", ondelete="CASCADE")
    op.create_table(
        "logins",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("account_id", sa.Integer, account, nullable=False, index=True),
        sa.Column("browser", sa.String(200), nullable=False),
        _time("created"),
    )
    op.create_table(
        "ratings",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("pool", sa.String(80), primary_key=True),
        sa.Column("games", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        _time("changed"),
        sa.Column("game_id", sa.String(16), index=True),
    )
    op.create_index("ratings_of_pool", "ratings", ["pool", "owner"])


def _create_learning() -> None:
    op.create_table(
        "puzzle_tries",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("puzzle", sa.String(64), nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        _time("tried"),
    )
    op.create_index("puzzle_tries_of_owner", "puzzle_tries", ["owner", "game"])
    op.create_table(
        "steps",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("step", sa.String(80), primary_key=True),
        _time("done"),
    )


def _create_contests() -> None:
    op.create_table(
        "contests",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False, index=True),
        _time("created", index=True),
        _time("changed"),
    )
    op.create_table(
        "entrants",
        sa.Column("contest_id", sa.String(16), _contest(), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("spec", sa.String(200), nullable=False),
        sa.Column("owner", sa.String(64), index=True),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
        sa.Column("expelled", sa.Boolean, nullable=False),
    )
    game = sa.ForeignKey("games.id", ondelete="SET NULL")
    op.create_table(
        "pairings",
        sa.Column("contest_id", sa.String(16), _contest(), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("board", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("second", sa.Integer),
        sa.Column("game_id", sa.String(16), game, index=True),
        sa.Column("points", sa.Float),
    )


def _time(name: str, index: bool = False) -> sa.Column[datetime]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=False, index=index)


def _contest() -> sa.ForeignKey:
    return sa.ForeignKey("contests.id", ondelete="CASCADE")


def downgrade() -> None:
    for table in (*TABLES, "accounts"):
        op.drop_table(table)
    op.drop_column("games", "rated")
    op.drop_column("games", "step")
