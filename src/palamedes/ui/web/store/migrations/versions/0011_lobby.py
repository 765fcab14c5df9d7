"""The lobby, games that anybody may find, blocks and greetings."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

IN_THE_LOBBY = sa.text("lobby_until IS NOT NULL AND state = 'open'")
TO_WATCH = sa.text("public AND reason IS NULL")
TO_WATCH_IN_SQLITE = sa.text("public = 1 AND reason IS NULL")
LOBBY_COLUMNS = ("lowest", "highest", "lobby_until")


def upgrade() -> None:
    public = sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("games", public)
    op.create_index(
        "games_to_watch",
        "games",
        ["changed"],
        sqlite_where=TO_WATCH_IN_SQLITE,
        postgresql_where=TO_WATCH,
    )
    op.add_column("challenges", sa.Column("lowest", sa.Integer))
    op.add_column("challenges", sa.Column("highest", sa.Integer))
    op.add_column("challenges", sa.Column("lobby_until", sa.DateTime(timezone=True)))
    op.create_index(
        "one_in_the_lobby",
        "challenges",
        ["challenger"],
        unique=True,
        sqlite_where=IN_THE_LOBBY,
        postgresql_where=IN_THE_LOBBY,
    )
    op.create_table(
        "blocks",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("blocked", sa.String(64), nullable=False, index=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("owner", "blocked"),
    )
    op.create_table(
        "greetings",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column(
            "game_id",
            sa.String(16),
            sa.ForeignKey("games.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("owner", sa.String(64), nullable=False, index=True),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("greeting", sa.String(20), nullable=False),
        sa.Column("sent", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("greetings")
    op.drop_table("blocks")
    op.drop_index("one_in_the_lobby", "challenges")
    for name in reversed(LOBBY_COLUMNS):
        op.drop_column("challenges", name)
    op.drop_index("games_to_watch", "games")
    op.drop_column("games", "public")
