"""Export: a recording becomes a test in code."""
