"""The store in a database: SQLite in a file, or PostgreSQL by URL."""
