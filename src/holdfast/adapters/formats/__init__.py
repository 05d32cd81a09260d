"""Formats: read and write the files of other tools."""
