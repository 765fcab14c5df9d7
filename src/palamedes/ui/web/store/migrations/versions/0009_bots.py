"""Bot accounts with their tokens, and challenges between players."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

BOT_COLUMNS = (("accounts", "bot"), ("games", "first_bot"), ("games", "second_bot"))


def upgrade() -> None:
    for table, column in BOT_COLUMNS:
        flag = sa.Column(column, sa.Boolean, nullable=False, server_default=sa.false())
        op.add_column(table, flag)
    op.create_table(
        "bot_tokens",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column(
            "account_id",
            sa.Integer,
            sa.ForeignKey("accounts.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("challenger", sa.String(64), nullable=False, index=True),
        sa.Column("opponent", sa.String(64), index=True),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("total", sa.Float),
        sa.Column("increment", sa.Float),
        sa.Column("first", sa.String(10), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("reason", sa.String(10), nullable=False),
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends", sa.DateTime(timezone=True), nullable=False, index=True),
    )


def downgrade() -> None:
    op.drop_table("challenges")
    op.drop_table("bot_tokens")
    for table, column in reversed(BOT_COLUMNS):
        op.drop_column(table, column)
