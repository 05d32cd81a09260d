"""Snapshot and node → fingerprint: everything worth recording about one element."""
