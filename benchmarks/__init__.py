"""How fast, and how right: scripts that measure, run by make bench and make bench-accuracy."""
