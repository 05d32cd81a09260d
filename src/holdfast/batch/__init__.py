"""Batch: many rows at once, as Arrow tables; for files by `holdfast batch`, for engines by tables.

The three functions are pure: a table goes in, a table with one row for each of its rows comes out.
"""

from holdfast.errors import naming_extras

with naming_extras():
    from holdfast.batch.row_tables import anchor_table, fingerprint_table, locate_table

__all__ = ["anchor_table", "fingerprint_table", "locate_table"]
