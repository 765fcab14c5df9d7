"""What Alembic runs: the migrations over the connection that the store gives."""

from alembic import context

from palamedes.ui.web.store.models import Base

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
