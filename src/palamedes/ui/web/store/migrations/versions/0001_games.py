"""Games and their moves."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(80), nullable=False, index=True),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("history", sa.JSON, nullable=False),
        sa.Column("first_spec", sa.String(80), nullable=False),
        sa.Column("second_spec", sa.String(80), nullable=False),
        sa.Column("first_name", sa.String(80), nullable=False),
        sa.Column("second_name", sa.String(80), nullable=False),
        sa.Column("first_owner", sa.String(64), index=True),
        sa.Column("second_owner", sa.String(64), index=True),
        sa.Column("total", sa.Float),
        sa.Column("increment", sa.Float),
        sa.Column("winner", sa.Integer),
        sa.Column("reason", sa.String(40)),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "moves",
        sa.Column(
            "game_id",
            sa.String(16),
            sa.ForeignKey("games.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("position", sa.String(400), nullable=False),
        sa.Column("move", sa.String(40), nullable=False),
        sa.Column("seconds", sa.Float),
        sa.Column("depth", sa.Integer),
        sa.Column("nodes", sa.BigInteger),
        sa.Column("score", sa.Integer),
    )
    op.create_index("moves_by_position", "moves", ["position"])


def downgrade() -> None:
    op.drop_table("moves")
    op.drop_table("games")
