"""The id of the rematch of a game, so that it is found again."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("rematch", sa.String(16), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("games", "rematch")
