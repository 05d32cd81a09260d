"""Text quotes: put an annotation back where it belongs, or say that it is orphaned."""
