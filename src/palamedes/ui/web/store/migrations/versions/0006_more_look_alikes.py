"""How names of accounts look, now that more letters are known to look alike."""

import sqlalchemy as sa
from alembic import op

from palamedes.ui.web.store.look_alikes import skeleton

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    accounts = sa.table("accounts", sa.column("id"), sa.column("name"), sa.column("skeleton"))
    connection = op.get_bind()
    for number, name in connection.execute(sa.select(accounts.c.id, accounts.c.name)).all():
        change = sa.update(accounts).where(accounts.c.id == number)
        connection.execute(change.values(skeleton=skeleton(name)))


def downgrade() -> None:
    """The older table is in no version of the program any more; the column stays as it is."""
