"""Builds the open benchmark's own sources: pages of applications at two versions, and labels."""
