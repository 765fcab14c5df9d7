"""How names of accounts look, so that nobody else is called alike."""

import sqlalchemy as sa
from alembic import op

from palamedes.ui.web.store.look_alikes import skeleton

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    column = sa.Column("skeleton", sa.String(80), nullable=False, server_default="")
    op.add_column("accounts", column)
    accounts = sa.table("accounts", sa.column("id"), sa.column("name"), sa.column("skeleton"))
    connection = op.get_bind()
    for number, name in connection.execute(sa.select(accounts.c.id, accounts.c.name)).all():
        change = sa.update(accounts).where(accounts.c.id == number)
        connection.execute(change.values(skeleton=skeleton(name)))
    op.create_index("ix_accounts_skeleton", "accounts", ["skeleton"])


def downgrade() -> None:
    op.drop_index("ix_accounts_skeleton", "accounts")
    op.drop_column("accounts", "skeleton")
