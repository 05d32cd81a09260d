"""Builds the tables of holdfast.matching.words from public packages: make words."""
