"""A table for the health check, which writes a row to find out whether that is possible."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "heartbeats",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("written", sa.DateTime(timezone=True), nullable=False),
        sa.Column("padding", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("heartbeats")
