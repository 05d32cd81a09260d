"""Files of other tools, written and read."""
