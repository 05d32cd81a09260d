"""What is worth keeping about decisions, and what can be learned from it: pure functions."""
