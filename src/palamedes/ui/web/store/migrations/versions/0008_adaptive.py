"""What the adaptive player knows of people, and how strong it has played in a game."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "adaptive_profiles",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("pool", sa.String(80), primary_key=True),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
    )
    op.add_column("games", sa.Column("strength", sa.Float))


def downgrade() -> None:
    op.drop_column("games", "strength")
    op.drop_table("adaptive_profiles")
