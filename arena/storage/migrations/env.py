"""Lets Alembic work on the connection, and in the transaction, of whoever called it."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
context.run_migrations()
