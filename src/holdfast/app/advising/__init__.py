"""Asking an adviser about a doubtful element: when, what, and how far its answer goes."""
