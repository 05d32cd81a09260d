"""Suites as people write them, run by pytest itself against the shop before and after."""

collect_ignore_glob = ["suites/*"]
