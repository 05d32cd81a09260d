"""One run from start to end: finds, decides, acts and remembers, against ports.

Written once, as coroutines. With a sync browser nothing in them ever has to wait.
"""
