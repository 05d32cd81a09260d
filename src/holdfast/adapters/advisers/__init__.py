"""Advisers: language models that are asked which candidate is the recorded element."""
