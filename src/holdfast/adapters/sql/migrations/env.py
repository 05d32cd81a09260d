"""Migration run: uses the connection that `holdfast.adapters.sql.migrate` hands over."""

from alembic import context

from holdfast.adapters.sql.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    # SQLite changes a table by copying it.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
