"""Several processes over one database: who has which game, and what they tell each other."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

CLOCKS = """
UPDATE games SET
  clock_spent = (SELECT spent FROM closed_clocks WHERE game_id = games.id),
  clock_left = (SELECT "left" FROM closed_clocks WHERE game_id = games.id)
WHERE id IN (SELECT game_id FROM closed_clocks)
"""


def upgrade() -> None:
    op.add_column("games", sa.Column("process", sa.String(16)))
    op.add_column("games", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("clock_spent", sa.Float))
    op.add_column("games", sa.Column("clock_left", sa.Float))
    op.add_column("games", sa.Column("clock_read", sa.DateTime(timezone=True)))
    op.create_index("ix_games_process", "games", ["process"])
    op.add_column("contests", sa.Column("process", sa.String(16)))
    op.create_table(
        "processes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "process_messages",
        sa.Column("id", sa.BigInteger, primary_key=True),
        sa.Column("process", sa.String(16), nullable=False, index=True),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "rate_limits",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("left", sa.Float, nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False, index=True),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(CLOCKS)


def downgrade() -> None:
    for table in ("rate_limits", "process_messages", "processes"):
        op.drop_table(table)
    op.drop_column("contests", "process")
    op.drop_index("ix_games_process", "games")
    for column in ("clock_read", "clock_left", "clock_spent", "epoch", "process"):
        op.drop_column("games", column)
