"""What one process of a server leaves for the next, and what commands tell a running one."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "closed_clocks",
        sa.Column("game_id", sa.String(16), primary_key=True),
        sa.Column("spent", sa.Float, nullable=False),
        sa.Column("left", sa.Float),
    )
    op.create_table(
        "account_resets",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("account_id", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("account_resets")
    op.drop_table("closed_clocks")
